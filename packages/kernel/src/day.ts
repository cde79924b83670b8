/** A day of the calendar as YYYY-MM-DD. The year 0, which JavaScript knows, is none: PostgreSQL refuses it. */
export const isDay = (sent: unknown): sent is string =>
  typeof sent === 'string' &&
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(sent) &&
  !Number.isNaN(Date.parse(sent)) &&
  new Date(sent).toISOString().startsWith(sent);
