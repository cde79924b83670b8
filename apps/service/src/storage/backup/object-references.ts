import type pg from 'pg';
import { parseRecordingKey, recordingPart } from '../objects/recording-key.ts';

/**
 * Why an object that a row of the backup names is not in it. `deleted`: after the moment of the backup, with its row.
 * `lost`: the row still names it, and the store does not have it.
 */
export interface MissingObject {
  readonly key: string;
  readonly reason: 'deleted' | 'lost';
}

/** Documents whose bytes have arrived, and recordings. Reports are drawn again when somebody asks for one. */
const REFERENCES = `
  select object_key as key from documents where status in ('PROCESSING', 'READY')
  union all select recording_key from call_attempts where recording_key is not null`;

/** The objects that rows name, as they are named in the rows. */
export async function readObjectKeys(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(REFERENCES);
  return rows.map(({ key }) => key);
}

/** A recording is one object in its row, and one for each part in the store. That of a simulated call may not exist yet. */
export function storedKeys(key: string): string[] {
  const recording = parseRecordingKey(key);
  if (recording !== undefined)
    return Array.from({ length: Math.ceil(recording.dataBytes / recording.partBytes) }, (_, part) =>
      recordingPart(recording.id, part),
    );
  return key.startsWith('recordings/') ? [] : [key];
}

/** Those whose bytes are not among the copied ones. */
export async function missingObjects(
  client: pg.ClientBase,
  named: readonly string[],
  copied: ReadonlySet<string>,
): Promise<MissingObject[]> {
  const absent = new Map<string, readonly string[]>();
  for (const key of named) {
    const parts = storedKeys(key).filter((part) => !copied.has(part));
    if (parts.length > 0) absent.set(key, parts);
  }
  if (absent.size === 0) return [];
  const { rows } = await client.query<{ key: string }>(
    `select key from (${REFERENCES}) as named where key = any($1)`,
    [[...absent.keys()]],
  );
  const stillNamed = new Set(rows.map(({ key }) => key));
  return [...absent].flatMap(([key, parts]) =>
    parts.map((part): MissingObject => ({ key: part, reason: stillNamed.has(key) ? 'lost' : 'deleted' })),
  );
}
