import type { Analyst } from '../calls/analyst/analyst.ts';
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

/** A change of a company's model holds for calls that begin so much later. */
const KEPT_MS = 10_000;

const nowMs = () => performance.now();

/**
 * How long a batch of calls may take to be read; what a process leaves behind that dies waits as long. A model that
 * reads a call of an hour writes two pages about it.
 */
const analysisMs = (config: Config): number =>
  configuredEndpoint(config, 'PARLEY_ANALYSIS_MODEL') === undefined ? 15_000 : 90_000;
/** A model is given up before the batch is. */
const MARGIN_MS = 1000;

/** One for each company, made anew now and then. */
class Kept<Mind> {
  readonly #minds = new Map<CompanyId, { readonly mind: Promise<Mind>; readonly untilMs: number }>();

  of(companyId: CompanyId, make: () => Promise<Mind>): Promise<Mind> {
    const kept = this.#minds.get(companyId);
    if (kept !== undefined && kept.untilMs > nowMs()) return kept.mind;
    const mind = make();
    this.#minds.set(companyId, { mind, untilMs: nowMs() + KEPT_MS });
    return mind;
  }
}

/** Chooses who holds a call and who reads it afterwards: its company's model, the installation's, or the rules. */
export class Minds {
  readonly #config: Config;
  readonly #everywhere: Everywhere;
  readonly #seal: Seal;
  readonly #onError: (error: Error) => void;
  readonly #rules = rulesBrain();
  /** For what no model reads, and where it keeps failing. */
  readonly rulesAnalyst = makeRulesAnalyst();
  readonly analysisMs: number;
  readonly #brains = new Kept<Brain>();
  readonly #analysts = new Kept<Analyst>();
  /** One for all companies that share it: an endpoint that is down is down for everybody. */
  readonly #models = new Map<string, LanguageModel>();

  constructor(config: Config, everywhere: Everywhere, seal: Seal, onError: (error: Error) => void) {
    this.#config = config;
    this.#everywhere = everywhere;
    this.#seal = seal;
    this.#onError = onError;
    this.analysisMs = analysisMs(config);
  }

  readonly brainOf = (companyId: CompanyId): Promise<Brain> =>
    this.#brains.of(companyId, () => this.#orRules(this.#brain(companyId), this.#rules));

  readonly analystOf = (companyId: CompanyId): Promise<Analyst> =>
    this.#analysts.of(companyId, () => this.#orRules(this.#analyst(companyId), this.rulesAnalyst));

  /** A model that cannot be had, such as one whose key no longer opens, is no reason not to call. */
  #orRules<Mind>(mind: Promise<Mind>, byRules: Mind): Promise<Mind> {
    return mind.catch((error: Error) => {
      this.#onError(error);
      return byRules;
    });
  }

  async #brain(companyId: CompanyId): Promise<Brain> {
    const endpoints = [
      (await this.#own(companyId)) ?? configuredEndpoint(this.#config, 'PARLEY_MODEL'),
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

  async #analyst(companyId: CompanyId): Promise<Analyst> {
    const endpoint =
      (await this.#own(companyId)) ?? configuredEndpoint(this.#config, 'PARLEY_ANALYSIS_MODEL');
    if (endpoint === undefined) return this.rulesAnalyst;
    return languageModelAnalyst({
      model: this.#model(endpoint),
      deadlineMs: this.analysisMs - MARGIN_MS,
      rules: this.rulesAnalyst,
    });
  }

  #own(companyId: CompanyId): Promise<ModelEndpoint | undefined> {
    return companyModel(this.#everywhere.within(companyId, { kind: 'system', id: 'call' }), this.#seal);
  }

  #model(endpoint: ModelEndpoint): LanguageModel {
    const id = JSON.stringify(endpoint);
    const model = this.#models.get(id) ?? withCircuit(openModel(endpoint), nowMs);
    this.#models.set(id, model);
    return model;
  }
}
