import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { systemClock } from '@parley/kernel/clock.ts';
import { AdminTokens } from '../../domains/access/admin-token.actions.ts';
import { loadConfig } from '../config.ts';
import { loadSecrets } from '../secrets.ts';
import { type Command, UsageError } from './command.ts';

export const adminTokenCommand: Command = {
  help: `Usage: parley admin-token [--hours N] [--subject NAME]

Prints a token (JWT) for the administrators' routes: API keys and plans. It is signed with
PARLEY_ADMIN_JWT_SECRET, or with the secret in the data folder when that is not set.

  --hours     How long it is valid: 1 to 8760, default 1.
  --subject   Name shown in the audit log; default: the user who runs this command.`,
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { hours: { type: 'string' }, subject: { type: 'string' } },
    });
    const hours = Number(values.hours ?? 1);
    if (!Number.isInteger(hours) || hours < 1 || hours > 8760)
      throw new UsageError('--hours must be a whole number from 1 to 8760.');
    if (values.subject === '') throw new UsageError('--subject must not be empty.');
    const { config } = loadConfig(process.env);
    const { PARLEY_ADMIN_JWKS_URL: jwksUrl, PARLEY_ADMIN_JWT_HS256: hs256 } = config;
    if ((hs256 ?? (jwksUrl === undefined ? 'on' : 'off')) === 'off')
      throw new UsageError(
        'This service accepts only tokens of its identity provider: get one there, or set PARLEY_ADMIN_JWT_HS256=on.',
      );
    const { adminJwt } = await loadSecrets(config);
    const tokens = new AdminTokens({ secret: adminJwt, clock: systemClock });
    console.log(await tokens.mint(values.subject ?? userInfo().username, hours));
  },
};
