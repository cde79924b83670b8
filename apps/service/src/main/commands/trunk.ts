import { parseArgs } from 'node:util';
import { checkTrunk } from '@parley/telephone/trunk-check.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { hasTrunk, openExchangeForCheck, startConfiguredMedia } from '../sip.ts';
import { type Command, requireCheck, UsageError } from './command.ts';

export const trunkCommand: Command = {
  help: `Usage: parley trunk check [--call NUMBER]

Prints for each configured SIP trunk whether it is found and answers, what it supports, and whether it accepts a
registration. Exits with 1 if one cannot be used. docs/telephone.md explains how to configure one. While the service runs, the
check uses another port and does not register, because the registration is that of the service.

  --call NUMBER  Also calls this number, plays a tone, and prints what it hears. An echo test of your provider works
                 best. Your provider charges this call.`,
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { call: { type: 'string' } },
      allowPositionals: true,
    });
    requireCheck('trunk', positionals);
    const to = values.call === undefined ? undefined : numberToCall(values.call);
    const { config } = loadConfig(process.env);
    if (!hasTrunk(config))
      throw new ConfigError(
        'No trunk is configured, so calls are simulated. Set PARLEY_SIP_TRUNK to use one.',
      );
    const { exchange, isOnOtherPort } = await openExchangeForCheck(config);
    const { host, port } = config.PARLEY_SIP_BIND;
    if (isOnOtherPort)
      console.log(
        `note ${host}:${port} (PARLEY_SIP_BIND) is in use, usually by the running service: the check uses another port.`,
      );
    // It would take the place of the running service at trunks that remember one address.
    const isRegistering = config.PARLEY_SIP_REGISTER && !isOnOtherPort;
    if (config.PARLEY_SIP_REGISTER && isOnOtherPort)
      console.log(
        'note The running service holds the registration, so registering was not tried. Stop the service to try it.',
      );
    const media = startConfiguredMedia(config, () => {});
    const call = to === undefined ? {} : { call: { to, from: config.PARLEY_SIP_FROM ?? null, media } };
    try {
      for (const trunk of exchange.trunks)
        for await (const { isGood, words } of checkTrunk({
          agent: exchange.agent,
          trunk,
          isRegistering,
          ...call,
        })) {
          console.log(`${marks[`${isGood}`]} ${words}`);
          if (isGood === false) process.exitCode = 1;
        }
    } finally {
      await media.close();
      await exchange.close();
    }
  },
};

/** Echo tests often have short numbers, which are dialled as they are. */
function numberToCall(text: string): string {
  const plain = text.replace(/[\s().-]/g, '');
  if (!/^\+?[0-9*#]{2,20}$/.test(plain))
    throw new UsageError('--call must be a telephone number, such as +41446681800 or 9196.');
  return plain;
}

const marks = { true: 'ok  ', false: 'FAIL', null: 'note' } as const;
