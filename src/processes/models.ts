import { languageModelAnalyst } from '../calls/analyst/language-model.ts';
import { makeRulesAnalyst } from '../calls/analyst/rules.ts';
import type { Brain } from '../calls/brain/brain.ts';
import { languageModelBrain } from '../calls/brain/language-model.ts';
import { rulesBrain } from '../calls/brain/rules.ts';
import { withCircuit } from '../calls/model/circuit.ts';
import type { ModelEndpoint } from '../calls/model/endpoint.ts';
import type { LanguageModel } from '../calls/model/language-model.ts';
import { openModel } from '../calls/model/open-model.ts';
import { companyModel } from '../domains/agents/company-model.actions.ts';
import type { Seal } from '../kernel/seal.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';
import type { AnalysisRoom } from '../workflows/analyse-calls.ts';
import type { Config } from './config.ts';

type ModelName = 'PARLEY_MODEL' | 'PARLEY_FALLBACK_MODEL' | 'PARLEY_ANALYSIS_MODEL';

/** Where the configuration has a model; undefined where it has none. A further model is at the first one's vendor unless told otherwise. */
export function configuredEndpoint(config: Config, name: ModelName): ModelEndpoint | undefined {
  const model = config[name];
  if (model === undefined) return name === 'PARLEY_ANALYSIS_MODEL' ? first(config) : undefined;
  const isElsewhere = (config[`${name}_URL`] ?? config[`${name}_PROVIDER`]) !== undefined;
  const home = isElsewhere ? undefined : first(config);
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

const first = (config: Config): ModelEndpoint | undefined =>
  config.PARLEY_MODEL === undefined ? undefined : configuredEndpoint(config, 'PARLEY_MODEL');

/** A batch of calls by rules takes milliseconds; what takes longer than this has gone astray. */
const RULES_ANALYSIS_MS = 10_000;
/** A model that reads a call of an hour and writes two pages about it; then the batch is given up and tried again. */
const MODEL_ANALYSIS_MS = 90_000;
const ANALYSIS_MARGIN_MS = 10_000;

/** The model reads calls where there is one, and the rules where there is none or it keeps failing. */
export function makeAnalysts(config: Config): Pick<AnalysisRoom, 'analyst' | 'lastResort' | 'patienceMs'> {
  const rules = makeRulesAnalyst();
  const endpoint = configuredEndpoint(config, 'PARLEY_ANALYSIS_MODEL');
  if (endpoint === undefined) return { analyst: rules, patienceMs: RULES_ANALYSIS_MS };
  const model = withCircuit(openModel(endpoint), nowMs);
  return {
    analyst: languageModelAnalyst({ model, deadlineMs: MODEL_ANALYSIS_MS, rules }),
    lastResort: rules,
    patienceMs: MODEL_ANALYSIS_MS + ANALYSIS_MARGIN_MS,
  };
}

/** A change of a company's model holds for calls that begin so much later. */
const KEPT_MS = 10_000;

const nowMs = () => performance.now();

/** Chooses the brain of a call: its company's model, the installation's, or the rules. */
export class Brains {
  readonly #config: Config;
  readonly #everywhere: Everywhere;
  readonly #seal: Seal;
  readonly #onError: (error: Error) => void;
  readonly #rules = rulesBrain();
  readonly #kept = new Map<CompanyId, { readonly brain: Promise<Brain>; readonly untilMs: number }>();
  /** One for all companies that share it: an endpoint that is down is down for everybody. */
  readonly #models = new Map<string, LanguageModel>();

  constructor(config: Config, everywhere: Everywhere, seal: Seal, onError: (error: Error) => void) {
    this.#config = config;
    this.#everywhere = everywhere;
    this.#seal = seal;
    this.#onError = onError;
  }

  readonly of = (companyId: CompanyId): Promise<Brain> => {
    const kept = this.#kept.get(companyId);
    if (kept !== undefined && kept.untilMs > nowMs()) return kept.brain;
    // A model that cannot be had, such as one whose key no longer opens, is no reason not to call.
    const brain = this.#make(companyId).catch((error: Error) => {
      this.#onError(error);
      return this.#rules;
    });
    this.#kept.set(companyId, { brain, untilMs: nowMs() + KEPT_MS });
    return brain;
  };

  async #make(companyId: CompanyId): Promise<Brain> {
    const scope = this.#everywhere.within(companyId, { kind: 'system', id: 'call' });
    const own = await companyModel(scope, this.#seal);
    const endpoints = [
      own ?? configuredEndpoint(this.#config, 'PARLEY_MODEL'),
      configuredEndpoint(this.#config, 'PARLEY_FALLBACK_MODEL'),
    ].filter((endpoint) => endpoint !== undefined);
    if (endpoints.length === 0) return this.#rules;
    return languageModelBrain({
      models: endpoints.map((endpoint) => this.#model(endpoint)),
      deadlineMs: this.#config.PARLEY_MODEL_DEADLINE_MS,
      rules: this.#rules,
      nowMs,
    });
  }

  #model(endpoint: ModelEndpoint): LanguageModel {
    const id = JSON.stringify(endpoint);
    const model = this.#models.get(id) ?? withCircuit(openModel(endpoint), nowMs);
    this.#models.set(id, model);
    return model;
  }
}
