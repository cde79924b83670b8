import { readLocale } from './locale.ts';
import type { Phrases, YesNo } from './locale-tables.ts';

/** Regular expressions, or texts with placeholders; what each is for is described in `locales/schema`. */
type Patterns<Name extends string> = Readonly<Record<Name, string>>;
type Lists<Name extends string> = Readonly<Record<Name, Phrases>>;

/** How English says yes and no, beyond what every language has. */
type EnglishYesNo = YesNo &
  Lists<
    | 'corrections'
    | 'agreement'
    | 'echoed'
    | 'echoedNot'
    | 'affirmed'
    | 'first'
    | 'negated'
    | 'noAlone'
    | 'noLater'
    | 'statement'
    | 'unreal'
    | 'unsureAlone'
    | 'yesAlone'
    | 'yesLater'
  > &
  Patterns<'correctionLead' | 'depends' | 'lead' | 'noBefore' | 'offers' | 'onCondition' | 'theyMind'> & {
    readonly sayings: Lists<'no' | 'unsure' | 'yes'>;
  };

/** How English asks. */
type EnglishQuestions = Lists<
  | 'asks'
  | 'asksAboutUs'
  | 'asksAlone'
  | 'asksForStory'
  | 'asksForThing'
  | 'asksMore'
  | 'asksPast'
  | 'asksShortly'
  | 'asksWhetherTheyMind'
  | 'asksWhichItIs'
  | 'asksYesNo'
  | 'looksEnglish'
  | 'preference'
  | 'rate'
  | 'rhetorical'
  | 'vagueWords'
  | 'wantsDay'
  | 'wantsName'
  | 'wantsNumber'
  | 'wantsPlace'
  | 'wonders'
> &
  Patterns<
    | 'asksPlace'
    | 'beforeAlternatives'
    | 'beforeNextAlternative'
    | 'lead'
    | 'openWord'
    | 'orNot'
    | 'onScale'
    | 'politeLead'
    | 'tag'
    | 'thing'
    | 'verb'
  >;

/** How English answers. */
type EnglishAnswers = Lists<
  | 'amountHalf'
  | 'amountNone'
  | 'amountOne'
  | 'amountOneAndHalf'
  | 'amountTwo'
  | 'anyOption'
  | 'beforeObject'
  | 'correctsChoice'
  | 'correctsEarlierAnswer'
  | 'courtesies'
  | 'lastOption'
  | 'negatesMood'
  | 'noAnswer'
  | 'noIdea'
  | 'ownWords'
  | 'rangeHedges'
  | 'rangeJoints'
  | 'rulesOut'
  | 'rulesOutAll'
  | 'soon'
  | 'thinkingAloud'
  | 'unitsWithoutDays'
> &
  Patterns<
    | 'newStatement'
    | 'afterName'
    | 'beforeName'
    | 'clock'
    | 'concludes'
    | 'correctsLastAnswer'
    | 'decade'
    | 'fillersAfter'
    | 'fillersBefore'
    | 'interjections'
    | 'namesField'
    | 'namesPlace'
    | 'numberWords'
    | 'passageDay'
    | 'passageNumber'
    | 'passagePlace'
    | 'relativeClause'
    | 'rulesOutNoLonger'
    | 'slips'
    | 'slipsFound'
    | 'year'
  > & {
    readonly ordinalOptions: readonly Phrases[];
    readonly unitDays: Readonly<Record<string, number>>;
  };

/** How English tells what it wants of the call. */
type EnglishWishes = Lists<
  | 'absent'
  | 'absentAtOpening'
  | 'asksForHour'
  | 'asksWhetherNow'
  | 'bareRefusal'
  | 'busy'
  | 'dayGreeting'
  | 'errand'
  | 'goOn'
  | 'greeting'
  | 'hardship'
  | 'hostile'
  | 'isSpeaking'
  | 'noMessage'
  | 'notInterestedIn'
  | 'notNow'
  | 'openingAsksIdentity'
  | 'openingAsksTime'
  | 'personAlone'
  | 'refersTo'
  | 'refusesOptOut'
  | 'repeatAlone'
  | 'returned'
  | 'signOfLife'
  | 'someoneElse'
  | 'talkTo'
  | 'unrelatedTasks'
  | 'voicemailLikely'
  | 'voicemailPossible'
  | 'voicemailRetry'
  | 'whereabouts'
  | 'wrongPersonAlone'
> &
  Patterns<
    | 'asksCommute'
    | 'asksOccupation'
    | 'declineMayBeAnswer'
    | 'lead'
    | 'occupationIsAnswer'
    | 'okay'
    | 'relations'
  > & {
    readonly heInsteadOfName: Patterns<'possessive' | 'subject' | 'subjectIs'>;
    readonly wishWords: Lists<
      'goodbye' | 'later' | 'neverAgain' | 'notInterested' | 'person' | 'wrongPerson'
    >;
  };

/** How authors describe in English what they look for in a call. */
type EnglishDescriptions = Lists<
  | 'agreeingOption'
  | 'anyOption'
  | 'complaints'
  | 'decliningOption'
  | 'formsOfFields'
  | 'formsOfIdealAnswers'
  | 'inclusive'
  | 'interest'
  | 'lessThan'
  | 'moreThan'
  | 'negation'
  | 'objections'
  | 'readiness'
  | 'saysLater'
  | 'saysNotInterested'
  | 'vagueMatters'
> &
  Patterns<'agentRole' | 'article' | 'languageLevel' | 'mentions'> & {
    readonly describesEnding: Lists<
      | 'callback'
      | 'handedOff'
      | 'hungUp'
      | 'notInterested'
      | 'optOut'
      | 'person'
      | 'voicemail'
      | 'wrongPerson'
    >;
    readonly describesWish: Lists<
      | 'complaint'
      | 'goodbye'
      | 'interest'
      | 'later'
      | 'neverAgain'
      | 'notInterested'
      | 'person'
      | 'question'
      | 'refusal'
      | 'wrongPerson'
    >;
    readonly fieldsOfForm: Patterns<'email' | 'phone' | 'url'>;
    readonly levelNames: Patterns<'A2' | 'B1' | 'B2' | 'C1' | 'C2'>;
    readonly optionBounds: Patterns<'atLeast' | 'lessThan' | 'moreThan' | 'upTo'>;
  };

/** How authors instruct the agent in English, and what it then says. */
type EnglishInstructions = Patterns<
  | 'abbreviations'
  | 'claimsToBeHuman'
  | 'dependent'
  | 'examples'
  | 'forbidden'
  | 'gerund'
  | 'beforeRepeated'
  | 'indirectQuestion'
  | 'introduction'
  | 'joint'
  | 'lead'
  | 'mannerAtEnd'
  | 'mannerWithin'
  | 'onDemand'
  | 'silent'
> & {
  readonly directQuestion: Patterns<
    | 'asksSubject'
    | 'clauseWord'
    | 'contraction'
    | 'contractionInFull'
    | 'determiner'
    | 'did'
    | 'do'
    | 'doOrDid'
    | 'does'
    | 'have'
    | 'helper'
    | 'me'
    | 'not'
    | 'nounClause'
    | 'ofOurs'
    | 'opener'
    | 'participle'
    | 'perfect'
    | 'politeObject'
    | 'politeWhether'
    | 'pronounClause'
    | 'that'
    | 'unknownForm'
    | 'unplain'
    | 'verb'
    | 'whether'
    | 'withNoun'
    | 'withPronoun'
    | 'withThere'
    | 'withThing'
  > & {
    readonly pasts: Readonly<Record<string, string>>;
  };
  readonly gerunds: Readonly<Record<string, string>>;
  readonly toYou: readonly (readonly [theirs: string, ours: string])[];
  readonly indirectly: readonly { readonly question: string; readonly clause: string }[];
  readonly performances: readonly {
    readonly instruction: string;
    readonly say:
      | 'about'
      | 'fact'
      | 'fact if told'
      | 'given question'
      | 'greeting'
      | 'introduction'
      | 'question'
      | 'question on a scale'
      | 'questions'
      | 'quotation'
      | 'reason'
      | 'request'
      | 'sentence'
      | 'statement';
    readonly words?: string;
    readonly alone?: string;
  }[];
  readonly speaking: Patterns<
    | 'andTo'
    | 'andToInstead'
    | 'another'
    | 'article'
    | 'askAbout'
    | 'give'
    | 'given'
    | 'helper'
    | 'nextQuestion'
    | 'our'
    | 'questions'
    | 'request'
    | 'secondThat'
    | 'subject'
    | 'tell'
    | 'things'
    | 'unspeakable'
    | 'verbWithS'
    | 'you'
    | 'your'
    | 'yours'
    | 'yoursOrThe'
  >;
  readonly unsure: Patterns<
    | 'asksNext'
    | 'behindNoun'
    | 'condition'
    | 'dangling'
    | 'joined'
    | 'joint'
    | 'manner'
    | 'mixed'
    | 'nounJoined'
    | 'others'
    | 'themselves'
  >;
  readonly turning: Lists<'subjects'> &
    Patterns<
      | 'beforeMe'
      | 'clauseStart'
      | 'contact'
      | 'contacts'
      | 'her'
      | 'herBeforeNoun'
      | 'herOtherwise'
      | 'mention'
      | 'noNounBehind'
      | 'the'
      | 'you'
      | 'youAsObject'
      | 'youAsSubject'
    > & {
      readonly agreement: readonly (readonly [string, string])[];
      readonly irregularVerbs: Readonly<Record<string, string>>;
      readonly persons: Readonly<Record<string, string>>;
      readonly verbEndings: readonly (readonly [string, string])[];
    };
};

/** What English is understood and spoken by beyond the tables that every language has. */
interface English {
  readonly answers: EnglishAnswers;
  readonly descriptions: EnglishDescriptions;
  readonly instructions: EnglishInstructions;
  readonly questions: EnglishQuestions;
  readonly wishes: EnglishWishes;
  readonly yesNo: EnglishYesNo;
}

/** Read at the start: English is looked for in every call, whatever its language. */
export const english: English = {
  answers: readLocale('EN', 'english-answers') as EnglishAnswers,
  descriptions: readLocale('EN', 'english-descriptions') as EnglishDescriptions,
  instructions: readLocale('EN', 'english-instructions') as EnglishInstructions,
  questions: readLocale('EN', 'english-questions') as EnglishQuestions,
  wishes: readLocale('EN', 'english-wishes') as EnglishWishes,
  yesNo: readLocale('EN', 'yes-no') as EnglishYesNo,
};
