import autocannon from 'autocannon';

/** 2xx responses per second; any other response fails the benchmark. */
export async function load(
  url: string,
  requests: autocannon.Request[],
  { seconds, connections }: { seconds: number; connections: number },
): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, requests });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers and ${result.errors} connections failed`);
  }
  return result['2xx'] / result.duration;
}
