import { parseArgs } from 'node:util';
import { operatorLink } from '../../domains/access/session.actions.ts';
import { signInUrl } from '../../domains/access/session.model.ts';
import { loadConfig } from '../config.ts';
import { serviceAddress } from '../service-address.ts';
import { type Command, UsageError } from './command.ts';
import { withServices } from './with-services.ts';

export const signInLinkCommand: Command = {
  help: `Usage: parley sign-in-link [--email ADDRESS] [--reset-second-factor]

Prints a link that signs in to the console. It works once, within a day. The service need not run.

  --email   The user to sign in; default: the operator of the installation. An unknown address becomes a new user with
            the role staff, who manages all companies.
  --reset-second-factor
            Also removes the user's second factor, for who lost the app and the recovery codes.`,
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { email: { type: 'string' }, 'reset-second-factor': { type: 'boolean' } },
    });
    const { email } = values;
    if (email !== undefined && !/^[^\s@]{1,64}@[^\s@]{1,255}$/.test(email))
      throw new UsageError('--email must be an e-mail address.');
    await withServices(async ({ database, secrets }) => {
      const linkId = await operatorLink(database, {
        ...(email === undefined ? {} : { email }),
        withoutSecondFactor: values['reset-second-factor'] ?? false,
      });
      console.log(signInUrl(serviceAddress(loadConfig(process.env)), secrets.link, linkId));
    });
  },
};
