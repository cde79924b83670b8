import type { ModelEndpoint } from './endpoint.ts';
import type { LanguageModel } from './language-model.ts';
import { loadSchemaCheck } from './schema-check.ts';
import { anthropic } from './vendors/anthropic.ts';
import { httpClient } from './vendors/http-client.ts';
import { httpModel } from './vendors/http-model.ts';
import { openAiCompatible } from './vendors/openai-compatible.ts';
import type { Protocol } from './vendors/protocol.ts';

/** How each provider is spoken to, and where its vendor answers for those who named no address. */
const vendors: Readonly<
  Record<ModelEndpoint['provider'], { readonly protocol: Protocol; readonly url: string }>
> = {
  'openai-compatible': { protocol: openAiCompatible, url: 'https://api.openai.com/v1' },
  anthropic: { protocol: anthropic, url: 'https://api.anthropic.com/v1' },
};

/** Where a model answers that no address was given for. */
export const vendorUrl = (provider: ModelEndpoint['provider']): string => vendors[provider].url;

/** Turns of a call are seconds apart, and a new connection costs a quarter of a second over the sea. */
const KEEP_ALIVE_MS = 60_000;
const CONNECT_MS = 5_000;

/** The model behind an endpoint. */
export function openModel({ provider, url, model, key, price }: ModelEndpoint): LanguageModel {
  // Now, and not while people are on the line.
  loadSchemaCheck();
  const { Agent } = httpClient();
  const vendor = vendors[provider];
  const address = url ?? vendor.url;
  return httpModel({
    name: `${new URL(address).host} ${model}`,
    protocol: vendor.protocol,
    url: address,
    model,
    ...(key === undefined ? {} : { key }),
    ...(price === undefined ? {} : { price }),
    connections: new Agent({ keepAliveTimeout: KEEP_ALIVE_MS, connectTimeout: CONNECT_MS }),
  });
}
