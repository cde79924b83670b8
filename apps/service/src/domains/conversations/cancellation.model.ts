/** The detail of a cancellation that came from the run. */
export const RUN_CANCELLED = 'RUN_CANCELLED';
