const topics = [
  'a driving licence',
  'experience with forklifts',
  'time at weekends',
  'a work permit',
  'a wish for the salary',
  'knowledge of hospitals',
  'certificates in nursing',
  'a preference for nights',
];

/** A text of so many characters, of sentences that differ by the number. */
export function longText(characters: number, number: number): string {
  let text = '';
  for (let at = number; text.length < characters; at = (at * 31 + 7) % 9973)
    text += `Do you have ${topics[at % topics.length]} from ${1990 + (at % 30)}, or ${topics[(at >> 3) % topics.length]} and more? `;
  return `${text.slice(0, characters - 1)}?`;
}

/** An agent that takes long to test and to analyse: as many questions as fit, and long outcomes. */
export const largeAgent = (
  questions = 150,
  { characters = 400, outcomes = 20 }: { characters?: number; outcomes?: number } = {},
) => ({
  name: 'Large',
  duration: 120,
  callingWindow: null,
  flow: {
    firstMessage: { type: 'first_message', text: 'Hello {{contact.first_name}}, I am an AI assistant.' },
    sections: [
      {
        type: 'looping',
        questions: Array.from({ length: questions }, (_, at) => ({
          question: longText(characters, at + 1),
          key: `question_${at}`,
          idealAnswer: 'Yes',
          importance: 'HIGH',
        })),
      },
    ],
    lastMessage: { type: 'last_message', text: 'Thank you. Goodbye!' },
  },
  analyticsConfig: {
    outcomes: Array.from({ length: outcomes }, (_, at) => ({
      label: `Outcome ${at}`,
      description: longText(1000, at + 500),
    })),
  },
});
