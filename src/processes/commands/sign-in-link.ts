import { parseArgs } from 'node:util';
import { OPERATOR, operatorLink } from '../../domains/access/operator.actions.ts';
import { signInUrl } from '../../domains/access/session.model.ts';
import { ConfigError, publicUrl } from '../config.ts';
import type { Command } from './command.ts';
import { withHouse } from './with-house.ts';

export const signInLinkCommand: Command = {
  help: `Usage: parley sign-in-link [--email ADDRESS]

Prints a link that signs in to the console once, as staff of this installation, within a day. Works while the
service runs and while it does not.

  --email   Who signs in; default ${OPERATOR}. A new address becomes a new member of staff.`,
  async run(args) {
    const { values } = parseArgs({ args: [...args], options: { email: { type: 'string' } } });
    const { email } = values;
    if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email))
      throw new ConfigError('--email must be an e-mail address.');
    await withHouse(async ({ config, database, secrets }) => {
      const linkId = await operatorLink(database, email === undefined ? {} : { email });
      console.log(signInUrl(publicUrl(config, config.PORT), secrets.link, linkId));
    });
  },
};
