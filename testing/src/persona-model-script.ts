import type { Reply, Script } from './model-server.ts';
import { rulesModelScript } from './rules-model-script.ts';
import { asking, scriptedPlan } from './scripted-plan.ts';

/** An agent with one question, and a model that is its dialogue model, invents personas and plays them. */
const question = 'How many years of experience do you have?';
export const askingAgent = {
  name: 'Grace',
  flow: {
    firstMessage: {
      type: 'first_message',
      text: 'Hello {{contact.first_name}}, I am the AI assistant of Acme.',
    },
    sections: [{ type: 'looping', questions: [{ question, key: 'years' }] }],
    lastMessage: { type: 'last_message', text: 'Thank you. Goodbye!' },
  },
};

const someone = (name: string, wish: string) => ({
  name,
  who: `wants to ${wish}`,
  situation: 'Has worked for seven years.',
  manner: 'Brief.',
  wish,
});

/** The personas it invents, and what each of them always says. */
export const madeUp = [someone('Tal', 'talk'), someone('Dora', 'decline'), someone('Nina', 'never_again')];
const sayings: Readonly<Record<string, string>> = {
  Tal: 'About seven years, I think.',
  Dora: 'I am not interested, thank you.',
  Nina: 'Never call me again!',
};
export const sayingOf = (name: string): Reply => JSON.stringify({ say: sayings[name], hangs_up: false });

export function personaModelScript(
  writes: () => Reply = () => JSON.stringify({ people: madeUp }),
  plays: (name: string) => Reply = sayingOf,
): Script {
  const dialogueModel = rulesModelScript(scriptedPlan([asking(question)]), new Date().toISOString());
  return (request) => {
    if (request.system.startsWith('You make up people')) return writes();
    const [, name] = /^You play a person[\s\S]*<name>(\w+)<\/name>/.exec(request.system) ?? [];
    return name === undefined ? dialogueModel(request) : plays(name);
  };
}
