import { type Embedder, reportedEmbedder } from '@parley/call-engine/llm/embedder.ts';
import { missingPackage, OfflineEmbedder } from '@parley/call-engine/llm/offline/offline-embedder.ts';
import { httpEmbedder } from '@parley/call-engine/llm/vendors/http-embedder.ts';
import { type Config, ConfigError } from './config.ts';
import type { ModelMetrics } from './model-metrics.ts';

/** Who makes vectors of texts, as the settings have it; undefined where nobody does. */
export function openEmbedder(
  config: Config,
  { onRequest }: Pick<ModelMetrics, 'onRequest'>,
): Embedder | undefined {
  const embedder = configured(config);
  return embedder && reportedEmbedder(embedder, onRequest, () => performance.now());
}

function configured(config: Config): Embedder | undefined {
  const {
    PARLEY_EMBEDDING: choice,
    PARLEY_EMBEDDING_URL: url,
    PARLEY_EMBEDDING_MODEL: model,
    PARLEY_EMBEDDING_KEY: key,
    PARLEY_EMBEDDING_MIN_SIMILARITY: floor,
  } = config;
  if (url !== undefined && model !== undefined)
    return httpEmbedder({ url, model, floor, ...(key === undefined ? {} : { key }) });
  if (choice === 'off') return undefined;
  const missing = missingPackage();
  if (missing !== undefined)
    throw new ConfigError(
      `PARLEY_EMBEDDING=offline needs the package ${missing}, which is not installed: run npm install in Parley's folder.`,
    );
  return new OfflineEmbedder(floor);
}
