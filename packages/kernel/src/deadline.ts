/** The work's result, or a failure when it takes too long. The work itself goes on; only the waiting ends. */
export async function within<Result>(
  limitMs: number,
  work: Promise<Result>,
  words = `No answer within ${limitMs} ms`,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(words)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
