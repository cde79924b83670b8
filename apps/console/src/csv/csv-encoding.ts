/**
 * How the bytes of a file are to be read, told by how it begins. Spreadsheets save UTF-8 with or without a mark,
 * UTF-16 in both orders, and the code page of Western Windows.
 */
export function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Without a mark: every other byte of mostly Latin text is zero.
  const seen = bytes.subarray(0, 1_000);
  const zeros = [0, 0];
  for (const [place, byte] of seen.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > seen.length / 5 && odd > even * 4) return 'utf-16le';
  if (even > seen.length / 5 && even > odd * 4) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // As a stream: what is looked at may end in the middle of a letter.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
