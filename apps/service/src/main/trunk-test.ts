import type { TrunkTestResult } from '@parley/contract/trunk.ts';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import type { TelephoneExchange } from '@parley/sip/telephone-exchange.ts';
import { checkTrunk } from '@parley/telephone/trunk-check.ts';
import type { TrunkServices } from '../domains/trunks/trunk.actions.ts';
import { isReachable, type Trunk } from '../domains/trunks/trunk.model.ts';
import type { Config } from './config.ts';
import { makeTrunkSeal } from './seals.ts';
import { bindFailure, openConfiguredExchange, settingsTrunks } from './sip.ts';
import { settingsOf } from './trunk-connections.ts';
import { type Services, trunkRules } from './wiring.ts';

/** Names may lead to several servers, and each has eight seconds. */
const TEST_MS = 20_000;

export const makeTrunkServices = (services: Services): TrunkServices => ({
  seal: makeTrunkSeal(services),
  rules: trunkRules(services.config),
  ofSettings: settingsTrunks(services.config),
  test: (trunk, password, onCheck) => testTrunk(services.config, trunk, password, onCheck),
});

/** From a port of its own: the process that answers the API may place no calls. */
export async function testTrunk(
  config: Config,
  trunk: Trunk,
  password: string | null,
  onCheck: (status: number | null) => void = () => {},
): Promise<TrunkTestResult> {
  const { host } = config.PARLEY_SIP_BIND;
  const findings: TrunkTestResult['findings'] = [];
  let exchange: TelephoneExchange | undefined;
  try {
    exchange = await openConfiguredExchange(
      { ...config, ...noTrunks, PARLEY_SIP_BIND: { host, port: 0 } },
      () => {},
    );
    await withTimeout(TEST_MS, check(exchange, config, trunk, password, findings, onCheck));
  } catch (error) {
    findings.push({ isGood: false, message: (error as Error).message });
  } finally {
    await exchange?.close();
  }
  return { success: findings.every(({ isGood }) => isGood !== false), findings };
}

async function check(
  exchange: TelephoneExchange,
  config: Config,
  trunk: Trunk,
  password: string | null,
  findings: TrunkTestResult['findings'],
  onCheck: (status: number | null) => void,
): Promise<void> {
  const rules = trunkRules(config);
  const settings = settingsOf(trunk, password, {
    allowsHost: (address) => isReachable(address, rules),
    isPublicOnly: !rules.allowPrivate,
  });
  const { trunk: sipTrunk } = await exchange.add(settings, false).catch((error: Error) => {
    throw bindFailure(config, error);
  });
  const steps = checkTrunk({ agent: exchange.agent, trunk: sipTrunk, isRegistering: trunk.isRegistering });
  for await (const { isGood, words } of steps) findings.push({ isGood, message: words });
  onCheck(sipTrunk.lastCheck?.status ?? null);
}

const noTrunks = {
  PARLEY_SIP_TRUNK: undefined,
  PARLEY_SIP_TRUNK_2: undefined,
  PARLEY_SIP_TRUNK_3: undefined,
  PARLEY_SIP_TRUNK_4: undefined,
};
