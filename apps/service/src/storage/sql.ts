declare const company: unique symbol;

/** The id of a company. Only the access check and the stores of companies make one. */
export type CompanyId = string & { readonly [company]: true };

/**
 * A piece of SQL with its parameters. `Bound` is true when one of the parameters is a CompanyId, in the piece
 * itself or in a piece inside it: a Scope accepts only such queries, so one without its company does not
 * type-check.
 */
export interface Sql<out Bound extends boolean = boolean> {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  readonly bound?: Bound;
  /** Not prepared: see plannedAnew. */
  readonly isPlannedAnew?: boolean;
}

type IsBound<Values extends readonly unknown[]> =
  Extract<Values[number], CompanyId | Sql<true>> extends never ? false : true;

class Piece implements Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  readonly isPlannedAnew: boolean;

  constructor(strings: readonly string[], values: readonly unknown[], isPlannedAnew = false) {
    this.strings = strings;
    this.values = values;
    this.isPlannedAnew = isPlannedAnew;
  }
}

/** Values become parameters, other pieces are inlined: sql`select 1 where ${sql`a = ${a}`} and b = ${b}` */
export function sql<const Values extends readonly unknown[]>(
  strings: TemplateStringsArray,
  ...values: Values
): Sql<IsBound<Values>> {
  return new Piece(strings, values) as Sql<IsBound<Values>>;
}

/**
 * A query that is planned each time it runs, for a queue that is nearly empty at night and full after a launch: a
 * plan kept from the night would read all of it, many times over. Costs a millisecond.
 */
export const plannedAnew = <Bound extends boolean>(query: Sql<Bound>): Sql<Bound> =>
  new Piece(query.strings, query.values, true) as Sql<Bound>;

/** Joins conditions with `and`; at least one is needed. */
export function and<const Pieces extends readonly [Sql, ...Sql[]]>(...pieces: Pieces): Sql<IsBound<Pieces>>;
export function and(...pieces: Sql[]): Sql {
  return joined(pieces, ' and ');
}

/** Joins conditions with `or`, in parentheses; at least one is needed. */
export const either = (pieces: readonly Sql[]): Sql => new Piece(['(', ')'], [joined(pieces, ' or ')]);

/** Joins assignments or columns with commas. */
export const list = (pieces: readonly Sql[]): Sql => joined(pieces, ', ');

function joined(pieces: readonly Sql[], separator: string): Sql {
  const strings = pieces.map((_, i) => (i === 0 ? '' : separator));
  return new Piece([...strings, ''], pieces);
}

/**
 * Rows as a table that a statement reads from, with those of their properties that are given a type as columns:
 * from ${rowsAs('r', rows, { id: 'uuid', createdAt: 'timestamptz' })}
 * What is json goes as one text, not as an array of texts with every quote escaped: null in it is the null of json.
 */
export function rowsAs<Row extends object>(
  name: string,
  rows: readonly Row[],
  types: { readonly [column in keyof Row]?: string },
): Sql {
  const columns = Object.entries(types) as [keyof Row, string][];
  const names = columns.map(([column]) => `"${String(column)}"`).join(', ');
  const tables = columns.map(([column, type]) => {
    const values = rows.map((row) => row[column]);
    return type === 'json'
      ? new Piece(['json_array_elements(', '::json)'], [JSON.stringify(values)])
      : new Piece(['unnest(', `::${type}[])`], [values]);
  });
  return new Piece(['rows from (', `) as ${name} (${names})`], [list(tables)]);
}

/** The text with $1, $2, … and its values, ready for the driver. */
export function render(query: Sql): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const write = ({ strings, values: inner }: Sql): string => {
    let text = strings[0] ?? '';
    for (let i = 0; i < inner.length; i++) {
      const value = inner[i];
      text += value instanceof Piece ? write(value) : `$${values.push(value)}`;
      text += strings[i + 1] ?? '';
    }
    return text;
  };
  return { text: write(query), values };
}
