import { isDeepStrictEqual } from 'node:util';
import type { AgentView } from '@parley/contract/agent.ts';
import type { AgentChange } from '@parley/contract/agent-version.ts';

/** A block of a flow, apart from the blocks in it. */
interface Block {
  readonly id: string;
  readonly kind: string;
  /** Its titles, from the outside in. */
  readonly path: string;
  /** The blocks around it, and its place among its siblings of the same kind. */
  readonly parent: string;
  readonly place: number;
  readonly properties: ReadonlyMap<string, unknown>;
}

type Json = Readonly<Record<string, unknown>>;
const nested = ['sections', 'questions', 'branches'];
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What differs between two versions of an agent: settings by their names, the flow block by block. */
export function changesBetween(before: AgentView, after: AgentView): AgentChange[] {
  return [...settingChanges(before, after), ...flowChanges(before.flow, after.flow)];
}

const unsettled = new Set(['id', 'schemaVersion', 'custom', 'createdAt', 'updatedAt', 'flow']);

/** One entry for each setting, and for each property of one that has several. */
function settingChanges(before: AgentView, after: AgentView): AgentChange[] {
  const [was, is] = [leaves(before as unknown as Json), leaves(after as unknown as Json)];
  const paths = [...new Set([...was.keys(), ...is.keys()])];
  return paths.flatMap((path) => {
    // A group that is null in one version is missing in the other, which has its properties: they tell.
    if (isDeepStrictEqual(was.get(path) ?? null, is.get(path) ?? null)) return [];
    return [changed({ part: 'settings', path, property: path }, was.get(path), is.get(path))];
  });
}

function leaves(agent: Json): Map<string, unknown> {
  const entries = Object.entries(agent).filter(([name]) => !unsettled.has(name));
  return new Map(
    entries.flatMap(([name, value]) =>
      isObject(value)
        ? Object.entries(value).map(([inner, part]): [string, unknown] => [`${name}.${inner}`, part])
        : [[name, value] as [string, unknown]],
    ),
  );
}

function flowChanges(before: unknown, after: unknown): AgentChange[] {
  const [was, is] = [blocksOf(before), blocksOf(after)];
  const pairs = paired(was, is);
  const gone = was.filter((block) => !pairs.some(([old]) => old === block));
  const isNew = is.filter((block) => !pairs.some(([, now]) => now === block));
  return [
    ...gone.map((block) => changed(whole(block), titleOf(block), null)),
    ...isNew.map((block) => changed(whole(block), null, titleOf(block))),
    ...pairs.flatMap(([old, now]) => blockChanges(old, now, pairs)),
  ];
}

/** The same block in both: by its id, or, where a client sent the flow without ids, by its kind and titles. */
function paired(was: readonly Block[], is: readonly Block[]): Pairs {
  const byId = new Map(is.map((block) => [block.id, block]));
  const sure = was.flatMap((old) => {
    const now = byId.get(old.id);
    return now ? [[old, now] as const] : [];
  });
  const taken = new Set(sure.flat());
  const nameOf = ({ kind, path }: Block) => `${kind} ${path}`;
  const byName = Map.groupBy(
    is.filter((block) => !taken.has(block)),
    nameOf,
  );
  const alike = was
    .filter((block) => !taken.has(block))
    .flatMap((old) => {
      const now = byName.get(nameOf(old))?.shift();
      return now ? [[old, now] as const] : [];
    });
  return [...sure, ...alike];
}

function blockChanges(old: Block, now: Block, pairs: Pairs): AgentChange[] {
  const names = [...new Set([...old.properties.keys(), ...now.properties.keys()])];
  const properties = names.flatMap((name) =>
    isDeepStrictEqual(old.properties.get(name), now.properties.get(name))
      ? []
      : [
          changed(
            { part: 'flow', path: `${now.path} › ${name}`, property: name },
            old.properties.get(name),
            now.properties.get(name),
          ),
        ],
  );
  const isMoved = !staysWith(old, now, pairs) || !isInOrder(old, now, pairs);
  return [
    ...properties,
    ...(isMoved
      ? [
          {
            ...whole(now),
            change: 'moved' as const,
            before: `${old.path} (${old.place + 1})`,
            after: `${now.path} (${now.place + 1})`,
          },
        ]
      : []),
  ];
}

type Pairs = readonly (readonly [Block, Block])[];

/** Whether the block around it is the same one. */
const staysWith = (old: Block, now: Block, pairs: Pairs): boolean =>
  old.parent === now.parent || pairs.some(([one, other]) => one.id === old.parent && other.id === now.parent);

/** Whether it kept its place among its siblings: of those that changed places, as few as possible count as moved. */
function isInOrder(old: Block, now: Block, pairs: Pairs): boolean {
  const siblings = pairs
    .filter(
      ([one, other]) => one.parent === old.parent && other.parent === now.parent && one.kind === old.kind,
    )
    .sort(([one], [other]) => one.place - other.place);
  const at = siblings.findIndex(([one]) => one === old);
  const places = siblings.map(([, other]) => other.place);
  const before = longestRise(places.slice(0, at + 1));
  const after = longestRise(
    places
      .slice(at)
      .map((place) => -place)
      .reverse(),
  );
  return before + after - 1 >= Math.max(...places.map((_, end) => longestRise(places.slice(0, end + 1))));
}

/** The length of the longest rising subsequence that ends with the last of them. */
function longestRise(places: readonly number[]): number {
  const lengths: number[] = [];
  for (const [at, place] of places.entries())
    lengths.push(
      1 +
        Math.max(
          0,
          ...lengths.slice(0, at).map((length, before) => ((places[before] ?? 0) < place ? length : 0)),
        ),
    );
  return lengths.at(-1) ?? 0;
}

/** What a section without a title is called. */
const sectionTitles: Readonly<Record<string, string>> = {
  sequential: 'Talk',
  looping: 'Ask',
  conditional: 'Decide',
  human_handoff: 'Hand off',
};

const messageTitles = { firstMessage: 'First message', lastMessage: 'Last message' };

function blocksOf(flow: unknown): Block[] {
  if (!isObject(flow)) return [];
  const messages = Object.entries(messageTitles).flatMap(([name, title]) =>
    isObject(flow[name]) ? blocksIn({ ...flow[name], title }, 'message', '', '', 0) : [],
  );
  return [...messages, ...children(flow, '', '')];
}

const kinds: Readonly<Record<string, string>> = {
  sections: 'section',
  questions: 'question',
  branches: 'branch',
};

const children = (block: Json, parent: string, path: string): Block[] =>
  nested.flatMap((name) => {
    const inner = block[name];
    return Array.isArray(inner)
      ? inner.flatMap((child, place) =>
          isObject(child) ? blocksIn(child, kinds[name] ?? name, parent, path, place) : [],
        )
      : [];
  });

function blocksIn(block: Json, kind: string, parent: string, around: string, place: number): Block[] {
  const id = String(block.id);
  const title = String(
    block.title ?? block.name ?? block.question ?? sectionTitles[String(block.type)] ?? kind,
  );
  const path = around === '' ? title : `${around} › ${title}`;
  const properties = new Map(
    Object.entries(block).filter(([name]) => name !== 'id' && !nested.includes(name)),
  );
  return [{ id, kind, path, parent, place, properties }, ...children(block, id, path)];
}

/** What a reader of the difference sees of a whole block. */
const titleOf = ({ properties, kind }: Block): string =>
  words(
    properties.get('question') ??
      properties.get('prompt') ??
      properties.get('text') ??
      properties.get('name'),
  ) ?? kind;

type Place = Pick<AgentChange, 'part' | 'path' | 'property'>;

const whole = ({ path }: Block): Place => ({ part: 'flow', path, property: null });

function changed(place: Place, before: unknown, after: unknown): AgentChange {
  const [was, is] = [words(before), words(after)];
  return {
    ...place,
    change: was === null ? 'added' : is === null ? 'removed' : 'changed',
    before: was,
    after: is,
  };
}

const words = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
