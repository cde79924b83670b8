import { isCountry, isTimezone } from '@parley/kernel/country-and-timezone.ts';
import type { Violation } from '@parley/kernel/failure.ts';
import { isUuid } from '@parley/kernel/id.ts';
import { isAddressRange } from '@parley/kernel/ip-address.ts';
import { isDay } from '@parley/kernel/local-time.ts';
import { isBlank } from '@parley/kernel/text.ts';
import { _, Ajv, type ErrorObject, stringify, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { CURSOR_PROBLEM, readCursor } from './cursor.ts';

/** Checks a value against a schema and tells every violation at once. */
export type Check = (value: unknown, sent?: Readonly<Record<string, string>>) => Violation[];

export class Validator {
  readonly #bodies = makeAjv(false);
  readonly #queries = makeAjv(true);
  readonly #checks = { body: new Map<TSchema, Check>(), query: new Map<TSchema, Check>() };
  readonly #compilations: (() => void)[] = [];
  readonly #used = Promise.withResolvers<void>();

  /** One step per schema: compiles it, unless it was used and is compiled already. */
  get compilations(): readonly (() => void)[] {
    return this.#compilations;
  }

  /** Resolves with the first value that is checked. */
  get used(): Promise<void> {
    return this.#used.promise;
  }

  /** For bodies and replies: nothing is converted. */
  body(schema: TSchema): Check {
    return this.#atFirstUse(schema, 'body', () => check(this.#bodies.compile(schema), 'body'));
  }

  /** For query strings: text becomes numbers and booleans where the schema wants them. */
  query(schema: TSchema): Check {
    const checkAll = this.#atFirstUse(schema, 'query', () => check(this.#queries.compile(schema), 'query'));
    const whole = Object.entries(
      (schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {},
    )
      .filter(([, property]) => property.type === 'integer')
      .map(([name]) => name);
    // Before the check turns text into numbers: it takes 0x10, 1e1 and " 1" for numbers too.
    return (value, sent) => [...unwhole(value, whole), ...checkAll(value, sent), ...overflows(value)];
  }

  /** Compiling the schemas of all routes takes half a second, which a start does not wait for. */
  #atFirstUse(schema: TSchema, kind: 'body' | 'query', make: () => Check): Check {
    const known = this.#checks[kind].get(schema);
    if (known !== undefined) return known;
    let made: Check | undefined;
    const compiled = (): Check => {
      made ??= compiledOrNamed(schema, make);
      return made;
    };
    this.#compilations.push(compiled);
    const atFirstUse: Check = (value, sent) => {
      if (made === undefined) this.#used.resolve();
      return compiled()(value, sent);
    };
    this.#checks[kind].set(schema, atFirstUse);
    return atFirstUse;
  }
}

/** Schemas have no names: one that cannot be compiled is found by its properties. */
function compiledOrNamed(schema: TSchema, make: () => Check): Check {
  try {
    return make();
  } catch (error) {
    const properties = Object.keys((schema as { properties?: object }).properties ?? {}).join(', ');
    throw new Error(`The schema of ${properties || 'no properties'} is wrong: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function makeAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes,
    strictTypes: false,
    useDefaults: coerceTypes,
    ownProperties: true,
    // A violation brings its schema along, which may say in words what to write.
    verbose: true,
  });
  // The package is CommonJS: under Node's loader its default export is the module object.
  (addFormats as unknown as { default: typeof addFormats.default }).default(ajv, ['email', 'uri']);
  ajv.addFormat('date', isDay);
  ajv.addFormat('date-time', isInstant);
  ajv.addFormat('uuid', isUuid);
  ajv.addFormat('timezone', isTimezone);
  ajv.addFormat('country', isCountry);
  ajv.addFormat('address-range', isAddressRange);
  ajv.addVocabulary(['x-component', 'x-described', 'x-resource', 'x-rule', 'example']);
  ajv.addKeyword({
    keyword: 'x-maxJsonBytes',
    type: 'object',
    schemaType: 'number',
    validate: (limit: number, value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= limit,
  });
  ajv.addKeyword({
    keyword: 'x-visible',
    type: 'string',
    schemaType: 'boolean',
    // An empty text is too short already; it is not said twice.
    validate: (_visible: true, text: string) => text === '' || !isBlank(text),
  });
  ajv.addKeyword({
    keyword: 'x-cursor',
    type: 'string',
    schemaType: 'boolean',
    // The list itself says whether it is one of its own.
    validate: (_cursor: true, text: string) => readCursor(text) !== undefined,
  });
  ajv.addKeyword({
    keyword: 'x-needsOneOf',
    type: 'object',
    schemaType: 'array',
    validate: (names: readonly string[], value: Record<string, unknown>) =>
      names.some((name) => Object.hasOwn(value, name) && value[name] !== null),
    error: { message: 'is required', params: ({ schema }) => _`{names: ${stringify(schema)}}` },
  });
  return ajv;
}

/** Whole numbers in an unusual spelling; what is no number at all, the check itself says. */
const unwhole = (query: unknown, names: readonly string[]): Violation[] =>
  names.flatMap((name) => {
    const text = (query as Record<string, unknown>)[name];
    if (typeof text !== 'string' || text === '' || /^-?\d+$/.test(text)) return [];
    return Number.isInteger(Number(text))
      ? [{ path: name, code: 'wrong_type', params: { types: ['integer'] }, problem: 'must be integer' }]
      : [];
  });

/** Text such as 1e400 becomes Infinity, to which no minimum or maximum is applied. */
const overflows = (query: unknown): Violation[] =>
  Object.entries(query as object)
    .filter(([, value]) => typeof value === 'number' && !Number.isFinite(value))
    .map(([name]) => ({ path: name, code: 'rule', problem: 'must be a finite number' }));

const INSTANT = /^(\d{4}-\d\d)-(\d\d)T(?!24)\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i;

/** ISO 8601 with an offset, and a time that exists: 25:00, leap seconds and the 30th of February do not. */
function isInstant(text: string): boolean {
  const [, month, day] = INSTANT.exec(text) ?? [];
  if (month === undefined || day === undefined) return false;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) return false;
  // Date itself carries a day too many over into the next month, and writes years beyond 9999 in another form.
  const isDay = new Date(`${month}-${day}`).getUTCDate() === Number(day);
  return isDay && /^\d{4}-/.test(instant.toISOString());
}

/** Limits the violations that are listed: a list of half a million wrong items must not become as many sentences. */
const MAX_REPORTED = 1000;

const check =
  (validate: ValidateFunction, root: string): Check =>
  (value, sent = {}) => {
    if (validate(value)) return [];
    const errors = validate.errors ?? [];
    const found = errors.slice(0, MAX_REPORTED).flatMap((error) => violation(error, root, sent) ?? []);
    const more = errors.length - MAX_REPORTED;
    return more > 0
      ? [...found, { path: root, code: 'rule', problem: `has ${more} more violations` }]
      : found;
  };

function violation(
  error: ErrorObject,
  root: string,
  sent: Readonly<Record<string, string>>,
): Violation | undefined {
  const params = error.params as Record<string, unknown>;
  const path = (extra?: unknown) => dotted(error.instancePath, extra, sent) || root;
  const at = (code: string, problem = error.message ?? 'is not valid', its?: Violation['params']) => ({
    path: path(),
    code,
    ...(its === undefined ? {} : { params: its }),
    problem,
  });
  switch (error.keyword) {
    case 'required':
      return { path: path(params.missingProperty), code: 'required', problem: 'is required' };
    case 'additionalProperties': {
      const unknown = path(params.additionalProperty);
      return { path: unknown, code: 'unknown_property', problem: 'is not a known property' };
    }
    case 'enum': {
      const values = params.allowedValues as unknown[];
      return at('not_one_of', `must be one of ${values.map(String).join(', ')}`, { values });
    }
    case 'type': {
      const types = [params.type].flat();
      return at('wrong_type', `must be ${types.join(' or ')}`, { types });
    }
    case 'false schema':
      return at('must_be_absent', 'must be absent');
    case 'pattern': {
      const rule = (error.parentSchema as { 'x-rule'?: string } | undefined)?.['x-rule'];
      return rule === undefined ? at('pattern') : at('pattern', `is not valid: ${rule}`, { rule });
    }
    case 'format':
      return at('format', undefined, { format: params.format });
    case 'x-maxJsonBytes':
      return at('too_large', 'must not exceed 64 KiB as JSON');
    case 'x-visible':
      return at('blank', 'must not be blank');
    case 'x-cursor':
      return at('rule', CURSOR_PROBLEM);
    case 'x-needsOneOf': {
      const properties = (params.names as readonly string[]).map(path);
      const problem = `${properties.join(' or ')} is required`;
      return { path: properties[0] ?? root, code: 'one_required', params: { properties }, problem };
    }
    // Said by the branches themselves, or by the keyword that made them necessary.
    case 'if':
      return undefined;
    case 'uniqueItems':
      return at('duplicates');
    default: {
      const code = limitCodes[error.keyword];
      if (code === undefined) return at('rule');
      const exclusive = error.keyword.startsWith('exclusive') ? { exclusive: true } : {};
      return at(code, undefined, { limit: params.limit, ...exclusive });
    }
  }
}

const limitCodes: Readonly<Record<string, string>> = {
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_few',
  maxItems: 'too_many',
  minimum: 'too_small',
  exclusiveMinimum: 'too_small',
  maximum: 'too_great',
  exclusiveMaximum: 'too_great',
};

/** /contact/jobs/0/id becomes contact.jobs[0].id, the first name as it was sent. */
function dotted(pointer: string, extra: unknown, sent: Readonly<Record<string, string>>): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (extra !== undefined) parts.push(String(extra));
  const [first, ...rest] = parts;
  if (first === undefined) return '';
  return rest.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`),
    Object.hasOwn(sent, first) ? (sent[first] as string) : first,
  );
}
