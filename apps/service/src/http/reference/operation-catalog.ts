import type { DocumentLookup } from './document-lookup.ts';
import {
  type Method,
  methods,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type RequestBody,
  type Response,
} from './openapi-document.ts';
import { anchorText } from './schema-words.ts';

export interface OperationEntry {
  readonly anchor: string;
  readonly method: Method;
  readonly path: string;
  readonly title: string;
  readonly operation: Operation;
  readonly aliases: readonly string[];
  readonly access: 'public' | 'key' | 'admin';
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: readonly (readonly [string, Response])[];
}

export interface OperationGroup {
  readonly anchor: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly entries: readonly OperationEntry[];
}

/** The operations of the document by tag, in the order of its tags; an alias path is not an entry of its own. */
export function operationGroups(document: OpenApiDocument, lookup: DocumentLookup): OperationGroup[] {
  const entries = entriesIn(document, lookup, document.paths ?? {});
  const tagOf = (entry: OperationEntry): string => entry.operation.tags?.[0] ?? 'Other';
  const declared = (document.tags ?? []).map((tag) => tag.name);
  const names = [...new Set([...declared, ...entries.map(tagOf)])];
  return names
    .map((name) => ({
      anchor: `tag-${anchorText(name)}`,
      name,
      description: document.tags?.find((tag) => tag.name === name)?.description,
      entries: entries.filter((entry) => tagOf(entry) === name),
    }))
    .filter((group) => group.entries.length > 0);
}

export function webhookEntries(document: OpenApiDocument, lookup: DocumentLookup): OperationEntry[] {
  return entriesIn(document, lookup, document.webhooks ?? {}).map((entry) => ({
    ...entry,
    anchor: entry.operation.operationId === undefined ? `webhook-${anchorText(entry.path)}` : entry.anchor,
  }));
}

function entriesIn(
  document: OpenApiDocument,
  lookup: DocumentLookup,
  paths: NonNullable<OpenApiDocument['paths']>,
): OperationEntry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined || (operation['x-alias-of'] ?? item['x-alias-of']) !== undefined) return [];
      return [
        {
          anchor: anchorText(operation.operationId ?? `${method}-${path}`),
          method,
          path,
          title: operation.summary ?? operation.operationId ?? `${method.toUpperCase()} ${path}`,
          operation,
          aliases: aliasesOf(paths, path, method),
          access: accessOf(document, operation),
          parameters: parametersOf(lookup, item.parameters ?? [], operation.parameters ?? []),
          body: operation.requestBody === undefined ? undefined : lookup.follow(operation.requestBody),
          responses: Object.entries(operation.responses ?? {}).map(
            ([status, response]) => [status, lookup.follow(response)] as const,
          ),
        },
      ];
    }),
  );
}

function aliasesOf(paths: NonNullable<OpenApiDocument['paths']>, path: string, method: Method): string[] {
  const pointing = Object.entries(paths).flatMap(([alias, item]) => {
    const operation = item[method];
    return operation !== undefined && (operation['x-alias-of'] ?? item['x-alias-of']) === path ? [alias] : [];
  });
  return [...new Set([...(paths[path]?.[method]?.['x-aliases'] ?? []), ...pointing])];
}

function accessOf(document: OpenApiDocument, operation: Operation): OperationEntry['access'] {
  if (operation['x-access'] === 'admin') return 'admin';
  const security = operation.security ?? document.security;
  return operation['x-access'] === 'public' || security?.length === 0 ? 'public' : 'key';
}

function parametersOf(
  lookup: DocumentLookup,
  shared: readonly Parameter[],
  own: readonly Parameter[],
): readonly Parameter[] {
  const followed = own.map((parameter) => lookup.follow(parameter));
  const inherited = shared
    .map((parameter) => lookup.follow(parameter))
    .filter((one) => !followed.some((other) => other.name === one.name && other.in === one.in));
  return [...inherited, ...followed];
}
