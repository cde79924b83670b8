import {
  MINILM_FLOOR,
  missingPackage,
  OfflineEmbedder,
} from '@parley/call-engine/llm/offline/offline-embedder.ts';
import type { PairScorer } from './trained-turn-reader.ts';
import type { TurnReader } from './turn-reader.ts';

/** The network of MiniLM in a thread of its own, so that no document that is being embedded holds up a turn. */
export function openInstalledNetwork(network: TurnReader['network']): PairScorer {
  const missing = missingPackage();
  if (missing !== undefined) throw new Error(`The package ${missing} is not installed`);
  return new OfflineEmbedder(MINILM_FLOOR, network);
}
