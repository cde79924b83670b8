import { parseArgs } from 'node:util';
import { checkTrunk } from '../../calls/lines/sip/trunk-check.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { hasTrunk, openConfiguredExchange } from '../sip.ts';
import type { Command } from './command.ts';

export const trunkCommand: Command = {
  help: `Usage: parley trunk check

Says of each telephone trunk that is configured whether it is found and answers, what it can do, and whether it takes
our registration. Ends with 1 where one cannot be used. docs/telephone.md tells how to configure one.`,
  async run(args) {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    if (positionals.length !== 1 || positionals[0] !== 'check')
      throw new ConfigError('Say what to do with the trunks: parley trunk check.');
    const { config } = loadConfig(process.env);
    if (!hasTrunk(config))
      throw new ConfigError(
        'No trunk is configured, so calls are simulated. Set PARLEY_SIP_TRUNK to use one.',
      );
    const exchange = await openConfiguredExchange(config, () => {});
    try {
      for (const trunk of exchange.trunks)
        for await (const { isGood, words } of checkTrunk({
          agent: exchange.agent,
          trunk,
          isRegistering: config.PARLEY_SIP_REGISTER,
        })) {
          console.log(`${marks[`${isGood}`]} ${words}`);
          if (isGood === false) process.exitCode = 1;
        }
    } finally {
      await exchange.close();
    }
  },
};

const marks = { true: 'ok  ', false: 'FAIL', null: 'note' } as const;
