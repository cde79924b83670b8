import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { withSettings } from './init.ts';

test('settings are put where they are proposed, and everything else in .env stays', () => {
  const before = '# Port\nPORT=3001\n# The model\n#PARLEY_MODEL=\nOTHER=1\n';
  const after = withSettings(
    before,
    new Map([
      ['PARLEY_MODEL', 'gpt'],
      ['SMTP_URL', 'smtp://mail'],
    ]),
  );
  expect(after).toBe('# Port\nPORT=3001\n# The model\nPARLEY_MODEL=gpt\nOTHER=1\nSMTP_URL=smtp://mail\n');
});

test('a value with signs that .env files take apart is read back as it was', () => {
  const value = 'sip:user:a#b $c"d@host';
  expect(parseEnv(withSettings('', new Map([['PARLEY_SIP_TRUNK', value]])))).toEqual({
    PARLEY_SIP_TRUNK: value,
  });
});

test('a setting that is there already is replaced', () => {
  expect(withSettings('PARLEY_MODEL=old\n', new Map([['PARLEY_MODEL', 'new']]))).toBe('PARLEY_MODEL=new\n');
});
