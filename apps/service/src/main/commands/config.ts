import { loadConfig } from '../config.ts';
import { type SettingName, settings } from '../settings/settings.ts';
import { type Command, takeNoArguments } from './command.ts';

export const configCommand: Command = {
  help: `Usage: parley config

Prints every environment variable that the service reads: its value, where that comes from (the environment,
the file .env, or the default) and what it means. Secrets are not shown.`,
  async run(args) {
    takeNoArguments(args);
    const { sources, given, unknown, renamed } = loadConfig(process.env);
    for (const name of Object.keys(settings) as SettingName[]) {
      const setting = settings[name];
      const isSet = sources[name] !== 'default';
      const value = !isSet ? setting.preset : 'secret' in setting ? '***' : given[name];
      console.log(`${name}=${value}  (${sources[name]})\n    ${setting.meaning}`);
    }
    for (const line of renamed) console.log(`\n${line}`);
    for (const name of unknown) console.log(`\n${name} is set, but it is not a setting of Parley.`);
  },
};
