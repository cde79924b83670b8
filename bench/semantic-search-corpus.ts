/** Passages of a company's documents, and questions about them in other words. */
export interface Asked {
  readonly passage: string;
  /** They share hardly any word with the passage. */
  readonly questions: readonly string[];
}

export const answered: readonly Asked[] = [
  {
    passage:
      'Employees receive 27 days of annual leave. Up to five unused days can be carried over until the end of March.',
    questions: ['How much vacation do I get?', 'What happens to holidays I did not take?'],
  },
  {
    passage:
      'The office is on the third floor of Harbour Street 12, five minutes on foot from the central station.',
    questions: ['Where are you located?', 'How do I reach you by train?'],
  },
  {
    passage: 'You may work from home two days a week once the probation period is over.',
    questions: ['Can I do this remotely?', 'Is it possible to stay at my own desk sometimes?'],
  },
  {
    passage: 'The gross pay lies between 62,000 and 71,000 euros a year, depending on experience.',
    questions: ['What is the salary?', 'How much would I earn?'],
  },
  {
    passage: 'Parents can bring their children to the nursery next door, for which the company covers half.',
    questions: ['Is there day care for my kids?', 'Do you help with childcare?'],
  },
  {
    passage: 'A contract can be ended by either side with three months of notice to the end of a quarter.',
    questions: ['How quickly could I quit?', 'When can I leave if I change my mind?'],
  },
  {
    passage: 'Dogs are welcome as long as they are quiet and nobody in the room is allergic.',
    questions: ['May I bring my pet?', 'Is my puppy allowed to come along?'],
  },
  {
    passage: 'Every newcomer gets a laptop, either a MacBook or a ThinkPad, and a headset.',
    questions: ['What computer will I use?', 'Do I have to bring my own equipment?'],
  },
  {
    passage: 'Invoices are due within thirty days. After that a reminder costs ten francs.',
    questions: ['By when do I have to pay?', 'What if my payment is late?'],
  },
  {
    passage:
      'Goods can be sent back within fourteen days if they are unworn. We refund the price, not the postage.',
    questions: ['Can I return what I bought?', 'How do I get my money back?'],
  },
  {
    passage: 'Our technicians are on duty around the clock, also on Sundays and public holidays.',
    questions: ['Can somebody repair it at night?', 'Are you reachable on the weekend?'],
  },
  {
    passage: 'The warranty covers faults in material for two years; damage by water is excluded.',
    questions: ['What if it breaks after a year?', 'Is it insured when it gets wet?'],
  },
  {
    passage: 'Shifts begin at six in the morning or at two in the afternoon and change every week.',
    questions: ['What are the working hours?', 'Would I have to start early?'],
  },
  {
    passage:
      'Applicants need a forklift licence. A criminal record extract is asked for before the first day.',
    questions: ['Which papers do I need?', 'Do you check my background?'],
  },
  {
    passage: 'After the telephone call there is one meeting with the team, and an answer within a week.',
    questions: ['What are the next steps?', 'When will I hear from you?'],
  },
];

/** Questions that no passage answers. */
export const unanswered: readonly string[] = [
  'Who won the election?',
  'Do you have a swimming pool?',
  'What is the name of your chief executive?',
  'How many competitors do you have?',
  'Can you recommend a good restaurant?',
  'What is the share price today?',
  'Which programming language is the website written in?',
  'Is the canteen vegetarian?',
  'Do you sponsor a football club?',
  'What does the weather look like tomorrow?',
  'How do I reset my password?',
  'Is there a trade union?',
  'Which bank do you use?',
  'Can I pay with bitcoin?',
  'Who designed the logo?',
  'How old is the founder?',
  'Do you export to Brazil?',
  'Are the toilets accessible by wheelchair?',
  'What religion do people have there?',
  'Which gym is nearby?',
];
