/** Rejects when the work takes longer than the limit. The work itself is not cancelled. */
export async function withTimeout<Result>(
  limitMs: number,
  work: Promise<Result>,
  message = `No answer within ${limitMs} ms`,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
