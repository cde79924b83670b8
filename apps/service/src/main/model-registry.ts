import type {
  AnalysisModel,
  CallAnalysis,
  FinishedCall,
} from '@parley/call-engine/analysis/analysis-model.ts';
import { llmAnalysisModel } from '@parley/call-engine/analysis/llm.ts';
import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { llmDialogueModel } from '@parley/call-engine/dialogue/llm.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import type { TurnReader } from '@parley/call-engine/dialogue/turn-reader.ts';
import { type Embedder, reportedEmbedder } from '@parley/call-engine/llm/embedder.ts';
import type { ModelEndpoint } from '@parley/call-engine/llm/endpoint.ts';
import { type GuardedModel, guardedModel } from '@parley/call-engine/llm/guarded-model.ts';
import { type OnModelRequest, type ReplyingModel, reported } from '@parley/call-engine/llm/model-report.ts';
import { missingPackage, OfflineEmbedder } from '@parley/call-engine/llm/offline/offline-embedder.ts';
import { openModel } from '@parley/call-engine/llm/open-model.ts';
import { httpEmbedder } from '@parley/call-engine/llm/vendors/http-embedder.ts';
import { openInstalledNetwork } from '@parley/understanding/installed-network.ts';
import {
  TrainedTurnReader,
  type TrainedTurnReaderOptions,
} from '@parley/understanding/trained-turn-reader.ts';
import type { CompanyId } from '../storage/sql.ts';
import type { DialogueEndpoints } from '../workflows/compute-pool.ts';
import { type Config, ConfigError } from './config.ts';
import type { ModelMetrics } from './metrics.ts';

export const modelNames = ['PARLEY_MODEL', 'PARLEY_FALLBACK_MODEL', 'PARLEY_ANALYSIS_MODEL'] as const;
export type ModelName = (typeof modelNames)[number];

/** The endpoint of a configured model; undefined: none. Without its own URL a further model uses the first one's endpoint. */
export function configuredEndpoint(config: Config, name: ModelName): ModelEndpoint | undefined {
  const model = config[name];
  if (model === undefined)
    return name === 'PARLEY_ANALYSIS_MODEL' ? configuredEndpoint(config, 'PARLEY_MODEL') : undefined;
  const isElsewhere = (config[`${name}_URL`] ?? config[`${name}_PROVIDER`]) !== undefined;
  const isFirst = name === 'PARLEY_MODEL';
  const home = isFirst || isElsewhere ? undefined : configuredEndpoint(config, 'PARLEY_MODEL');
  const url = config[`${name}_URL`] ?? home?.url;
  const key = config[`${name}_KEY`] ?? home?.key;
  const price = config[`${name}_PRICE`];
  return {
    provider: config[`${name}_PROVIDER`] ?? home?.provider ?? 'openai-compatible',
    model,
    ...(url === undefined ? {} : { url }),
    ...(key === undefined ? {} : { key }),
    ...(price === undefined ? {} : { price }),
  };
}

/** How long a company's model is cached: a change takes effect for calls that begin this much later. */
const KEPT_MS = 10_000;
/** Time for the rules to analyse a batch of calls. */
const RULES_MS = 30_000;
/** A model times out this much before its batch. */
const MARGIN_MS = 1000;

const nowMs = () => performance.now();

/** One value for each company, made anew once it is KEPT_MS old. */
class CompanyCache<Value> {
  readonly #values = new Map<CompanyId, { readonly value: Promise<Value>; readonly untilMs: number }>();

  of(companyId: CompanyId, make: () => Promise<Value>): Promise<Value> {
    const kept = this.#values.get(companyId);
    if (kept !== undefined && kept.untilMs > nowMs()) return kept.value;
    const value = make();
    this.#values.set(companyId, { value, untilMs: nowMs() + KEPT_MS });
    return value;
  }
}

export interface ModelRegistryOptions {
  readonly config: Config;
  /** The model that a company has of its own. */
  readonly ownModel: (companyId: CompanyId) => Promise<ModelEndpoint | undefined>;
  /** Reads turns beside the rules. */
  readonly turnReader: TurnReader;
  /** Analyses by rules, off the main thread; companies take turns. */
  readonly analyseByRules: (
    companyId: CompanyId,
    call: FinishedCall,
    signal: AbortSignal,
  ) => Promise<CallAnalysis>;
  /** Counts what becomes of requests. */
  readonly onRequest: OnModelRequest;
  readonly onError: (error: Error) => void;
}

/** Chooses the models that conduct a call and analyse it afterwards: the company's, the installation's, or the rules. */
export class ModelRegistry {
  readonly #options: ModelRegistryOptions;
  /** Conducts calls without a language model. */
  readonly rules: DialogueModel;
  readonly #rulesAnalyses = new Map<CompanyId, AnalysisModel>();
  readonly #dialogueModels = new CompanyCache<DialogueModel>();
  readonly #analysisModels = new CompanyCache<AnalysisModel>();
  /** One for all companies that share it: an endpoint that is down is down for everybody. */
  readonly #models = new Map<string, GuardedModel>();
  /** The installation's models. Read here so that wrong settings fail at the start, not in every call. */
  readonly #configured: Readonly<Record<ModelName, ModelEndpoint | undefined>>;

  constructor(options: ModelRegistryOptions) {
    this.#options = options;
    this.rules = rulesDialogueModel({ turnReader: options.turnReader });
    const endpointOf = (name: ModelName) => configuredEndpoint(options.config, name);
    this.#configured = {
      PARLEY_MODEL: endpointOf('PARLEY_MODEL'),
      PARLEY_FALLBACK_MODEL: endpointOf('PARLEY_FALLBACK_MODEL'),
      PARLEY_ANALYSIS_MODEL: endpointOf('PARLEY_ANALYSIS_MODEL'),
    };
  }

  /** A model of the installation, as calls use it; undefined where none is configured. */
  configured(
    name: ModelName,
  ): { readonly endpoint: ModelEndpoint; readonly model: GuardedModel } | undefined {
    const endpoint = this.#configured[name];
    return endpoint && { endpoint, model: this.#model(endpoint) };
  }

  /**
   * How long a call may take to be read; what a process leaves behind that dies waits as long. A company's
   * own model is known here once one of its calls was held or read.
   */
  get analysisMs(): number {
    const hasModel = this.#configured.PARLEY_ANALYSIS_MODEL !== undefined || this.#models.size > 0;
    const modelMs = this.#options.config.PARLEY_ANALYSIS_DEADLINE_MS + MARGIN_MS;
    return hasModel ? Math.max(modelMs, RULES_MS) : RULES_MS;
  }

  readonly dialogueModelOf = (companyId: CompanyId): Promise<DialogueModel> =>
    this.#dialogueModels.of(companyId, () => this.#orRules(this.#dialogueModel(companyId), this.rules));

  readonly analysisModelOf = (companyId: CompanyId): Promise<AnalysisModel> =>
    this.#analysisModels.of(companyId, () =>
      this.#orRules(this.#analysisModel(companyId), this.rulesAnalysisOf(companyId)),
    );

  /** For calls without a model, and where the model keeps failing. One for each company, so that they take turns. */
  readonly rulesAnalysisOf = (companyId: CompanyId): AnalysisModel => {
    const { analyseByRules } = this.#options;
    const kept = this.#rulesAnalyses.get(companyId) ?? {
      analyse: (call, signal) => analyseByRules(companyId, call, signal),
    };
    this.#rulesAnalyses.set(companyId, kept);
    return kept;
  };

  /** Whether a model conducts the company's calls; otherwise the rules do. */
  hasModel(companyId: CompanyId): Promise<boolean> {
    return this.#orRules(
      this.dialogueModelOf(companyId).then((model) => model !== this.rules),
      false,
    );
  }

  /** The model that plays personas when the company's agents are evaluated; undefined where none is configured. */
  async personaOf(companyId: CompanyId): Promise<ReplyingModel | undefined> {
    const endpoint = await this.#talking(companyId);
    return endpoint && this.#reported(endpoint, 'persona');
  }

  /** A model that cannot be had, such as one whose key no longer opens, is no reason not to call. */
  #orRules<Model>(model: Promise<Model>, byRules: Model): Promise<Model> {
    return model.catch((error: Error) => {
      this.#options.onError(error);
      return byRules;
    });
  }

  /** For a thread, which opens the models itself. */
  async dialogueEndpointsOf(companyId: CompanyId): Promise<DialogueEndpoints> {
    const talking = await this.#orRules(this.#talking(companyId), undefined);
    const endpoints = [talking, this.#configured.PARLEY_FALLBACK_MODEL].filter(
      (endpoint) => endpoint !== undefined,
    );
    return { endpoints, deadlineMs: this.#options.config.PARLEY_MODEL_DEADLINE_MS };
  }

  async #dialogueModel(companyId: CompanyId): Promise<DialogueModel> {
    const { onRequest } = this.#options;
    const endpoints = [await this.#talking(companyId), this.#configured.PARLEY_FALLBACK_MODEL].filter(
      (endpoint) => endpoint !== undefined,
    );
    if (endpoints.length === 0) return this.rules;
    return llmDialogueModel({
      models: endpoints.map((endpoint) => this.#model(endpoint)),
      deadlineMs: this.#options.config.PARLEY_MODEL_DEADLINE_MS,
      rules: this.rules,
      nowMs,
      onRequest,
    });
  }

  async #talking(companyId: CompanyId): Promise<ModelEndpoint | undefined> {
    return (await this.#options.ownModel(companyId)) ?? this.#configured.PARLEY_MODEL;
  }

  async #analysisModel(companyId: CompanyId): Promise<AnalysisModel> {
    const { config, ownModel } = this.#options;
    const endpoint = (await ownModel(companyId)) ?? this.#configured.PARLEY_ANALYSIS_MODEL;
    const rules = this.rulesAnalysisOf(companyId);
    if (endpoint === undefined) return rules;
    return llmAnalysisModel({
      model: this.#reported(endpoint, 'analysis'),
      deadlineMs: config.PARLEY_ANALYSIS_DEADLINE_MS,
      rules,
    });
  }

  #reported(endpoint: ModelEndpoint, work: 'analysis' | 'persona'): ReplyingModel {
    return reported(this.#model(endpoint), work, this.#options.onRequest, nowMs);
  }

  #model(endpoint: ModelEndpoint): GuardedModel {
    const id = JSON.stringify(endpoint);
    const model = this.#models.get(id) ?? guardedModel(openModel(endpoint), nowMs);
    this.#models.set(id, model);
    return model;
  }
}

/** The trained reading of turns. The thread of its network, if it has one, starts with the first English turn. */
export const openTurnReader = (
  { PARLEY_UNDERSTANDING_NETWORK: network }: Config,
  options: Pick<TrainedTurnReaderOptions, 'onFailure' | 'deadlineMs'>,
): TrainedTurnReader =>
  new TrainedTurnReader(network === 'on' ? { ...options, openNetwork: openInstalledNetwork } : {});

/** The configured embedder; undefined if there is none. */
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
