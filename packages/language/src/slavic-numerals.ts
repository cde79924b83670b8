import type { NumeralWords } from './numeral-words.ts';

export const slavicNumerals = {
  PL: {
    small:
      'zero jeden|jedna|jedno|jedną dwa|dwie|dwóch trzy|trzech cztery|czterech pięć|pięciu sześć|sześciu siedem|siedmiu osiem|ośmiu dziewięć|dziewięciu dziesięć|dziesięciu jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście',
    tens: 'dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt',
    hundreds: 'sto dwieście trzysta czterysta pięćset sześćset siedemset osiemset dziewięćset',
    thousand: 'tysiąc|tysiące|tysięcy|tys',
    million: 'milion|miliony|milionów|mln',
    point: 'przecinek|kropka',
    and: 'i',
    half: 'pół',
    oneAndHalf: 'półtora|półtorej',
    article: '',
    counted: '',
    to: 'do|i|lub|albo|czy',
  },
  RU: {
    small:
      'ноль один|одна|одно два|две|двух три|трёх четыре|четырёх пять|пяти шесть|шести семь|семи восемь|восьми девять|девяти десять|десяти одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать',
    tens: 'двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто',
    hundreds: 'сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот',
    thousand: 'тысяча|тысячу|тысячи|тысяч|тыс',
    million: 'миллион|миллиона|миллионов|млн',
    point: 'запятая|точка',
    and: 'и',
    half: 'половиной',
    oneAndHalf: 'полтора|полторы',
    article: '',
    counted: '',
    to: 'до|и|или',
  },
  UK: {
    small:
      'нуль один|одна|одне два|дві|двох три|трьох чотири|чотирьох п’ять шість семь|сім вісім дев’ять десять одинадцять дванадцять тринадцять чотирнадцять п’ятнадцять шістнадцять сімнадцять вісімнадцять дев’ятнадцять',
    tens: 'двадцять тридцять сорок п’ятдесят шістдесят сімдесят вісімдесят дев’яносто',
    hundreds: 'сто двісті триста чотириста п’ятсот шістсот сімсот вісімсот дев’ятсот',
    thousand: 'тисяча|тисячу|тисячі|тисяч|тис',
    million: 'мільйон|мільйони|мільйонів|млн',
    point: 'кома|крапка',
    and: 'і',
    half: 'половиною',
    oneAndHalf: 'півтора|півтори',
    article: '',
    counted: '',
    to: 'до|і|або|чи',
  },
} as const satisfies Readonly<Record<string, NumeralWords>>;
