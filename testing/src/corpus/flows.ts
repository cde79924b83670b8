import { createHash } from 'node:crypto';
import type {
  CallPlan,
  PlanAnalysis,
  PlanLabel,
  PlanQuestion,
  PlanSection,
} from '@parley/call-engine/plan.ts';
import type { Language } from '@parley/language/language.ts';
import { scriptedPlan } from '../scripted-plan.ts';

type Importance = NonNullable<NonNullable<PlanQuestion['scoring']>['importance']>;
const weights: Readonly<Record<Importance, number>> = { REQUIRED: 4, HIGH: 3, MEDIUM: 2, LOW: 1 };

/** The same key always gets the same id. */
const idOf = (key: string): string =>
  `00000000-0000-4000-8000-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;

/** A question by its key; it is scored if it has an ideal answer and a weight. */
export const question = (
  key: string,
  text: string,
  idealAnswer?: string,
  weight: Importance | number = 'HIGH',
): PlanQuestion => ({
  id: idOf(key),
  key,
  text,
  ...(idealAnswer === undefined
    ? {}
    : {
        scoring: {
          idealAnswer,
          weight: typeof weight === 'number' ? weight : weights[weight],
          importance: typeof weight === 'number' ? null : weight,
        },
      }),
});

export const asks = (...questions: PlanQuestion[]): PlanSection => ({
  type: 'looping',
  id: `looping-${questions[0]?.key}`,
  questions,
});

type Target = PlanAnalysis['extractionTargets'][number];
const target = (
  key: string,
  label: string,
  type: Target['type'],
  more: Pick<Target, 'description' | 'options'> = {},
): Target => ({ key, label, type, ...more });

const label = (key: string, name: string, description: string): PlanLabel => ({
  key,
  label: name,
  description,
});

const custom = (
  language: Language,
  firstMessage: string,
  sections: readonly PlanSection[],
  analysis: PlanAnalysis,
): CallPlan =>
  scriptedPlan(sections, { language, firstMessage: { id: 'first', text: firstMessage }, analysis });

const plans = {
  nursing: custom(
    'EN',
    'Hello Ada, this is the AI assistant of Acme. I am calling about the nursing position. Do you have a minute?',
    [
      asks(
        question('interested', 'Are you still interested in the nursing position?', 'Yes', 'REQUIRED'),
        question('years', 'How many years of experience do you have as a nurse?', 'At least 5 years', 'HIGH'),
        question('start', 'When could you start?'),
        question('shifts', 'Would you prefer day shifts or night shifts?', 'Night shifts', 'LOW'),
        question('salary', 'What salary do you expect per month?', 'Up to 4500', 'MEDIUM'),
      ),
    ],
    {
      extractionTargets: [
        target('interested', 'Interested', 'bool'),
        target('years_experience', 'Years of experience', 'number'),
        target('start_date', 'Start date', 'date', { description: 'The day they could start' }),
        target('shift', 'Preferred shift', 'enum', { options: ['day', 'night', 'either'] }),
        target('salary', 'Salary expectation', 'number'),
        target('languages', 'Languages spoken', 'list'),
      ],
      outcomes: [
        label('qualified', 'Qualified', 'The contact has at least 5 years of experience as a nurse'),
        label('interested', 'Interested', 'The contact is interested in the nursing position'),
        label('callback', 'Callback', 'The contact asked to be called back later'),
      ],
      tags: [
        label('relocation', 'Relocation', 'The contact would have to move or relocate'),
        label('person', 'Wants a person', 'The contact asks to speak to a human'),
      ],
    },
  ),
  sales: custom(
    'EN',
    'Hello Ada, this is the AI assistant of Routewise. I am calling about your delivery planning.',
    [
      asks(
        question('current_tool', 'What do you use today to plan your deliveries?'),
        question('fleet', 'How many vehicles do you have?', 'More than 20', 'HIGH'),
        question('decision_maker', 'Are you the one who decides about new software?', 'Yes', 'REQUIRED'),
        question('timeline', 'When do you want to have a new solution?'),
        question('demo', 'Would you like to see a demo?', 'Yes', 'HIGH'),
      ),
    ],
    {
      extractionTargets: [
        target('current_tool', 'Current tool', 'string', {
          description: 'What they plan deliveries with today',
        }),
        target('fleet_size', 'Number of vehicles', 'number'),
        target('decision_maker', 'Decides about software', 'bool'),
        target('go_live', 'Date of the new solution', 'date'),
        target('budget', 'Budget per month', 'number'),
      ],
      outcomes: [
        label('demo', 'Demo wanted', 'The contact would like to see a demo'),
        label('not_interested', 'Not interested', 'The contact is not interested in the offer'),
        label('complaint', 'Complaint', 'The contact complains about a product or service'),
      ],
      tags: [label('spreadsheets', 'Spreadsheets', 'The contact plans with Excel or spreadsheets')],
    },
  ),
  survey: custom(
    'EN',
    'Hello Ada, this is the AI assistant of Acme Energy with three short questions about our service.',
    [
      asks(
        question(
          'rating',
          'On a scale from 1 to 10, how satisfied are you with our service?',
          'At least 8',
          'HIGH',
        ),
        question('reason', 'What is the main reason for your rating?'),
        question('recommend', 'Would you recommend us to a friend?', 'Yes', 'MEDIUM'),
        question('channel', 'How did you hear about us?'),
      ),
    ],
    {
      extractionTargets: [
        target('rating', 'Rating', 'number'),
        target('reason', 'Reason for the rating', 'string'),
        target('recommend', 'Would recommend us', 'bool'),
        target('channel', 'Channel', 'enum', {
          description: 'How they heard about us',
          options: ['Internet', 'Friend', 'Newspaper'],
        }),
      ],
      outcomes: [
        label('promoter', 'Promoter', 'The contact would recommend us to a friend'),
        label('complaint', 'Complaint', 'The contact is unhappy with the service'),
      ],
      tags: [label('billing', 'Billing', 'The contact mentions a problem with the bill')],
    },
  ),
  driver: custom(
    'EN',
    'Hello Ada, this is the AI assistant of Acme Logistics. I am calling about your application as a driver.',
    [
      asks(question('licence', 'Do you have a driving licence?', 'Yes', 50)),
      {
        type: 'conditional',
        id: 'by-licence',
        branches: [
          {
            id: 'has',
            name: 'Has one',
            condition: { type: 'expression', field: 'answer.licence', operator: 'EQUALS', value: true },
            sections: [asks(question('classes', 'Which licence classes do you have?', 'C and CE', 30))],
          },
          {
            id: 'has-not',
            name: 'Has none',
            condition: { type: 'expression', field: 'answer.licence', operator: 'EQUALS', value: false },
            sections: [asks(question('willing', 'Would you be willing to get one?', 'Yes', 30))],
          },
        ],
      },
      asks(question('city', 'Where do you live?', 'Berlin or Potsdam', 20)),
    ],
    {
      extractionTargets: [
        target('has_licence', 'Has a driving licence', 'bool'),
        target('licence_classes', 'Licence classes', 'list'),
        target('city', 'City of residence', 'string', { description: 'Where they live' }),
        target('email', 'E-mail address', 'string'),
      ],
      outcomes: [
        label('can_drive', 'Can drive', 'The contact has a driving licence'),
        label('no_more_calls', 'No more calls', 'The contact does not want to be called again'),
      ],
      tags: [],
    },
  ),
  viewing: custom(
    'EN',
    'Hello Ada, this is the AI assistant of Acme Homes.',
    [
      {
        type: 'sequential',
        id: 'looking',
        prompt: 'Ask: "Could you tell me what kind of flat you are looking for?"',
      },
      asks(
        question('budget', 'What is your budget per month?', 'At least 1200', 'HIGH'),
        question('pets', 'Do you have any pets?', 'No', 'HIGH'),
        question('move_in', 'When would you like to move in?'),
      ),
    ],
    {
      extractionTargets: [
        target('rooms', 'Number of rooms', 'number'),
        target('budget', 'Budget', 'number', { description: 'What they can pay per month' }),
        target('pets', 'Has pets', 'bool'),
        target('move_in', 'Moving date', 'date', { description: 'When they would like to move in' }),
        target('balcony', 'Wants a balcony', 'bool'),
      ],
      outcomes: [
        label('affordable', 'Can afford it', 'The contact has a budget of at least 1200'),
        label('handed_off', 'Passed on', 'The contact was handed over to a person'),
      ],
      tags: [label('pets', 'Pets', 'The contact has pets')],
    },
  ),
  pflege: custom(
    'DE',
    'Guten Tag Ada, hier ist der KI-Assistent von Acme. Es geht um die Stelle in der Pflege.',
    [
      asks(
        question('interested', 'Sind Sie noch an der Stelle interessiert?', 'Ja', 'REQUIRED'),
        question('years', 'Wie viele Jahre Berufserfahrung haben Sie?', 'Mindestens 3 Jahre', 'HIGH'),
        question('start', 'Ab wann könnten Sie anfangen?'),
        question('languages', 'Welche Sprachen sprechen Sie?', 'Deutsch und Englisch', 'HIGH'),
      ),
    ],
    {
      extractionTargets: [
        target('interested', 'Interessiert', 'bool'),
        target('years', 'Berufserfahrung in Jahren', 'number'),
        target('start_date', 'Eintrittsdatum', 'date'),
        target('languages', 'Sprachen', 'list'),
      ],
      outcomes: [
        label('interested', 'Interessiert', 'Der Kontakt ist an der Stelle interessiert'),
        label('callback', 'Rückruf', 'The contact asked to be called back later'),
      ],
      tags: [],
    },
  ),
  restaurante: custom(
    'ES',
    'Hola Ada, soy el asistente de IA de Acme. Le llamo por el puesto de camarero.',
    [
      asks(
        question('interested', '¿Todavía le interesa el puesto?', 'Sí', 'HIGH'),
        question('years', '¿Cuántos años de experiencia tiene como camarero?', 'Al menos 2 años', 'HIGH'),
        question('start', '¿Cuándo podría empezar?'),
      ),
    ],
    {
      extractionTargets: [
        target('interested', 'Interesado', 'bool'),
        target('years', 'Años de experiencia', 'number'),
        target('start_date', 'Fecha de inicio', 'date'),
      ],
      outcomes: [
        label('interested', 'Interesado', 'El contacto está interesado en el puesto'),
        label('not_interested', 'No interesado', 'The contact is not interested in the position'),
      ],
      tags: [],
    },
  ),
  arabic: custom(
    'AR',
    'مرحبا آدا، أنا المساعد الذكي لشركة أكمي. أتصل بخصوص الوظيفة.',
    [
      asks(
        question('interested', 'هل ما زلت مهتما بالوظيفة؟', 'نعم', 'HIGH'),
        question('years', 'كم سنة من الخبرة لديك؟', '3', 'HIGH'),
        question('city', 'أين تسكن؟'),
      ),
    ],
    {
      extractionTargets: [
        target('interested', 'مهتم', 'bool'),
        target('years', 'سنوات الخبرة', 'number'),
        target('city', 'المدينة', 'string'),
      ],
      outcomes: [label('interested', 'مهتم', 'The contact is interested in the position')],
      tags: [],
    },
  ),
  chinese: custom(
    'ZH',
    '您好，我是艾克米公司的人工智能助手。我打电话是想谈谈职位的事。',
    [
      asks(
        question('interested', '您对这个职位还感兴趣吗？', '是', 'HIGH'),
        question('years', '您有几年的工作经验？', '至少3年', 'HIGH'),
        question('city', '您住在哪里？'),
      ),
    ],
    {
      extractionTargets: [
        target('interested', '感兴趣', 'bool'),
        target('years', '工作经验年数', 'number'),
        target('city', '城市', 'string'),
      ],
      outcomes: [label('interested', '感兴趣', 'The contact is interested in the position')],
      tags: [],
    },
  ),
  claim: custom(
    'EN',
    'Hello Ada, this is the AI assistant of Acme Insurance. I have a few questions about your claim.',
    [
      asks(
        question('happened', 'What happened?'),
        question('when', 'When did it happen?'),
        question('damage', 'How much is the damage, roughly?', 'Less than 2000', 'MEDIUM'),
        question('police', 'Did you call the police?', 'Yes, and there is a report', 'HIGH'),
        question('items', 'Which things were damaged?'),
      ),
    ],
    {
      extractionTargets: [
        target('incident', 'What happened', 'string'),
        target('incident_date', 'When it happened', 'date'),
        target('damage_class', 'Amount of damage', 'enum', {
          options: ['up to 500', '501-2000', 'over 2000'],
        }),
        target('police_called', 'Police called', 'bool'),
        target('damaged_items', 'Damaged things', 'list'),
        target('phone', 'Phone number', 'string', { description: 'Another number to reach them on' }),
      ],
      outcomes: [
        label('small', 'Small claim', 'The damage is less than 2000'),
        label('police', 'Police report', 'The contact called the police'),
      ],
      tags: [label('injury', 'Injury', 'The contact mentions an injury or a doctor')],
    },
  ),
  developer: custom(
    'EN',
    'Hello Ada, this is the AI assistant of Acme Software about your application.',
    [
      asks(
        question(
          'stack',
          'Which programming languages do you work with?',
          'TypeScript, SQL and Python',
          'HIGH',
        ),
        question('notice', 'How long is your notice period in weeks?', 'At most 8', 'MEDIUM'),
        question('remote', 'Do you want to work remotely or in the office?', 'Remotely', 'LOW'),
        question('visa', 'Do you need a visa?', 'No', 'REQUIRED'),
        question('employer', 'Who is your current employer?'),
      ),
    ],
    {
      extractionTargets: [
        target('programming_languages', 'Programming languages', 'list'),
        target('notice_weeks', 'Notice period in weeks', 'number'),
        target('work_mode', 'Work mode', 'enum', { options: ['REMOTE', 'OFFICE', 'HYBRID'] }),
        target('needs_visa', 'Needs a visa', 'bool'),
        target('employer', 'Current employer', 'string'),
        target('leads_team', 'Leads a team', 'bool'),
      ],
      outcomes: [
        label('hireable', 'No visa needed', 'The contact does not need a visa'),
        label('short_notice', 'Short notice', 'The notice period is at most 8 weeks'),
      ],
      tags: [],
    },
  ),
  french: custom(
    'FR',
    "Bonjour Ada, je suis l'assistant IA d'Acme. Je vous appelle au sujet du poste.",
    [
      asks(
        question('interested', 'Êtes-vous toujours intéressée par le poste ?', 'Oui', 'HIGH'),
        question('years', "Combien d'années d'expérience avez-vous ?", 'Au moins 3 ans', 'HIGH'),
        question('start', 'Quand pourriez-vous commencer ?'),
        question('languages', 'Quelles langues parlez-vous ?'),
      ),
    ],
    {
      extractionTargets: [
        target('interested', 'Intéressée', 'bool'),
        target('years', "Années d'expérience", 'number'),
        target('start_date', 'Date de début', 'date'),
        target('languages', 'Langues', 'list'),
      ],
      outcomes: [label('interested', 'Intéressée', 'The contact is interested in the position')],
      tags: [],
    },
  ),
  russian: custom(
    'RU',
    'Здравствуйте, Ада, это ИИ-ассистент компании Акме. Я звоню по поводу вакансии.',
    [
      asks(
        question('interested', 'Вам всё ещё интересна вакансия?', 'Да', 'HIGH'),
        question('years', 'Сколько лет опыта у вас есть?', 'Не менее 3', 'HIGH'),
        question('city', 'Где вы живёте?'),
      ),
    ],
    {
      extractionTargets: [
        target('interested', 'Интерес', 'bool'),
        target('years', 'Опыт в годах', 'number'),
        target('city', 'Город', 'string'),
      ],
      outcomes: [label('interested', 'Интерес', 'The contact is interested in the position')],
      tags: [],
    },
  ),
  japanese: custom(
    'JA',
    'こんにちは、アクメのAIアシスタントです。求人の件でお電話しました。',
    [
      asks(
        question('interested', 'まだこの仕事に興味がありますか？', 'はい', 'HIGH'),
        question('years', '経験は何年ありますか？', '3年以上', 'HIGH'),
      ),
    ],
    {
      extractionTargets: [target('interested', '興味', 'bool'), target('years', '経験年数', 'number')],
      outcomes: [label('interested', '興味', 'The contact is interested in the position')],
      tags: [],
    },
  ),
} satisfies Record<string, CallPlan>;

export type FlowName = keyof typeof plans;
export const flows: Readonly<Record<FlowName, CallPlan>> = plans;
