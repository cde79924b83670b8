import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions, zstdDecompress } from 'node:zlib';

type Unpack = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

const codings: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip) as Unpack,
  'x-gzip': promisify(gunzip) as Unpack,
  deflate: promisify(inflate) as Unpack,
  br: promisify(brotliDecompress) as unknown as Unpack,
  zstd: promisify(zstdDecompress) as unknown as Unpack,
};

export const acceptedCodings = 'gzip, deflate, br';
/** Nobody packs what is packed; who does wants it to grow with every layer. */
const MAX_LAYERS = 2;

/** The content as it was before it was packed, or word that it is longer than may be kept: unpacking stops there. */
export async function decodeContent(
  packed: Buffer,
  contentEncoding: string,
  keepBytes: number,
): Promise<{ body: Buffer; isCut: boolean }> {
  const layers = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();
  if (layers.length > MAX_LAYERS) throw new Error(`${layers.length} content codings`);
  let body = packed;
  for (const name of layers) {
    const unpack = Object.hasOwn(codings, name) ? codings[name] : undefined;
    if (!unpack) throw new Error('Unknown content coding');
    try {
      // On threads of its own: others are answered meanwhile.
      body = await unpack(body, { maxOutputLength: keepBytes });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
      return { body: Buffer.alloc(0), isCut: true };
    }
  }
  return { body, isCut: false };
}
