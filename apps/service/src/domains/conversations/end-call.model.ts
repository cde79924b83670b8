/** Notified with the id of a call that somebody wants to end; whoever holds it listens. */
export const CALLS_TO_END_CHANNEL = 'calls_to_end';
