import { isAscii, searchable } from '@parley/kernel/text.ts';

/**
 * Skills that go by several names, the first being the one that is told. A skill that is not here is known by its own
 * words: this table makes more found, never less.
 */
const synonyms: readonly (readonly [name: string, ...others: string[]])[] = [
  ['JavaScript', 'js', 'ecmascript', 'es6', 'vanilla js'],
  ['TypeScript', 'ts'],
  ['Node.js', 'node', 'nodejs'],
  ['React', 'react js', 'reactjs'],
  ['React Native', 'reactnative'],
  ['Next.js', 'nextjs'],
  ['Vue.js', 'vue', 'vuejs'],
  ['Nuxt', 'nuxt js', 'nuxtjs'],
  ['Angular', 'angular js', 'angularjs'],
  ['Python', 'python3', 'python 3'],
  ['Go', 'golang'],
  ['C#', 'c sharp', 'csharp'],
  ['C++', 'cpp', 'c plus plus'],
  ['.NET', 'dotnet', 'net core', 'dotnet core', 'asp net', 'asp net core'],
  ['Ruby on Rails', 'rails', 'ror'],
  ['Objective-C', 'objc'],
  ['Visual Basic', 'vba', 'vb net'],
  ['SQL', 'structured query language'],
  ['PostgreSQL', 'postgres', 'psql', 'pgsql', 'postgre'],
  ['MySQL', 'mariadb'],
  ['Microsoft SQL Server', 'sql server', 'mssql', 'ms sql', 't sql', 'tsql'],
  ['MongoDB', 'mongo'],
  ['Elasticsearch', 'elastic search', 'elastic', 'opensearch'],
  ['Kubernetes', 'k8s', 'kube'],
  ['Docker', 'docker compose'],
  ['Amazon Web Services', 'aws', 'amazon aws'],
  ['Google Cloud', 'gcp', 'google cloud platform'],
  ['Microsoft Azure', 'azure'],
  ['Infrastructure as code', 'iac'],
  ['CI/CD', 'ci cd', 'cicd', 'continuous integration', 'continuous delivery', 'continuous deployment'],
  ['DevOps', 'dev ops'],
  ['Site reliability engineering', 'sre'],
  ['Linux', 'gnu linux', 'unix'],
  ['Git', 'github', 'gitlab', 'version control'],
  ['REST', 'rest api', 'rest apis', 'restful', 'restful api', 'restful apis'],
  ['GraphQL', 'graph ql'],
  ['HTML', 'html5'],
  ['CSS', 'css3'],
  ['Sass', 'scss'],
  ['Tailwind CSS', 'tailwind', 'tailwindcss'],
  ['Machine learning', 'ml'],
  ['Artificial intelligence', 'ai'],
  ['Natural language processing', 'nlp'],
  ['Large language models', 'llm', 'llms', 'large language model'],
  ['Data science', 'data scientist'],
  ['Business intelligence', 'bi', 'power bi', 'powerbi'],
  ['TensorFlow', 'tensor flow'],
  ['scikit-learn', 'sklearn'],
  ['Apache Kafka', 'kafka'],
  ['Apache Spark', 'spark', 'pyspark'],
  ['Test automation', 'automated testing', 'automation testing'],
  ['Quality assurance', 'qa'],
  ['User experience', 'ux', 'ux design', 'user experience design'],
  ['User interface', 'ui', 'ui design', 'user interface design'],
  ['Product management', 'product manager'],
  ['Project management', 'project manager', 'projektmanagement'],
  ['Scrum', 'scrum master'],
  ['Agile', 'agile methods', 'agile methodologies'],
  ['Search engine optimisation', 'seo', 'search engine optimization'],
  ['Search engine advertising', 'sea', 'google ads', 'adwords'],
  ['Customer relationship management', 'crm'],
  ['Enterprise resource planning', 'erp'],
  ['SAP', 'sap erp', 'sap s 4hana', 's 4hana'],
  ['Human resources', 'hr'],
  ['Recruiting', 'recruitment', 'talent acquisition'],
  ['Public relations', 'pr'],
  ['Microsoft Office', 'ms office', 'office 365', 'microsoft 365'],
  ['Microsoft Excel', 'excel', 'ms excel', 'spreadsheets'],
  ['Microsoft Word', 'word', 'ms word'],
  ['PowerPoint', 'ms powerpoint', 'microsoft powerpoint'],
  ['Accounting', 'bookkeeping', 'buchhaltung'],
  ['IFRS', 'international financial reporting standards'],
  ['US GAAP', 'gaap'],
  ['Customer service', 'customer support', 'customer care', 'kundenservice', 'kundendienst'],
  ['Business development', 'bizdev', 'biz dev'],
  ['Forklift licence', 'forklift license', 'forklift', 'forklift operator', 'staplerschein', 'fork lift'],
  ['Driving licence', 'drivers license', 'driver s license', 'driving license', 'fuhrerschein'],
  ['Commercial driving licence', 'cdl', 'hgv', 'hgv licence', 'lkw fuhrerschein'],
  ['CNC', 'cnc machining', 'cnc programming'],
  ['Computer-aided design', 'cad', 'autocad', 'solidworks'],
  ['HVAC', 'heating ventilation and air conditioning'],
  ['Programmable logic controllers', 'plc', 'sps', 'plc programming'],
  ['First aid', 'erste hilfe'],
  ['Registered nurse', 'rn', 'pflegefachkraft', 'pflegefachfrau', 'pflegefachmann'],
];

/** In one spelling: without accents, in lower case, with nothing between words but a space. C++ and C# keep their signs. */
const plain = (text: string): string => {
  const sought = searchable(text);
  return sought.replaceAll(isAscii(sought) ? /[^a-z0-9+#]+/g : /[^\p{L}\p{N}+#]+/gu, ' ').trim();
};

const keys: ReadonlyMap<string, string> = new Map(
  synonyms.flatMap((names) => names.map((name) => [plain(name), plain(names[0])] as const)),
);
const names: ReadonlyMap<string, string> = new Map(synonyms.map(([name]) => [plain(name), name]));

/** Everyday words that are skills only where skills are listed. */
const everyday = new Set([
  'go',
  'net',
  'node',
  'react',
  'rest',
  'word',
  'excel',
  'elastic',
  'spark',
  'unix',
  'office',
  'rails',
  'azure',
  'sea',
  'pr',
  'ts',
  'js',
  'sps',
  'ror',
  'kube',
]);

/** What a skill is known by, whichever of its names it came with. */
export const skillKey = (skill: string): string => {
  const key = plain(skill);
  return keys.get(key) ?? key;
};

/** The name to tell: of a known skill its own, else the one it came with. */
export const skillName = (skill: string): string => names.get(skillKey(skill)) ?? skill.trim();

export const isKnownSkill = (key: string): boolean => names.has(key);

/** The names that begin with a word, the longest first. */
const beginnings: ReadonlyMap<string, readonly (readonly string[])[]> = Map.groupBy(
  [...keys.keys()]
    .filter((name) => !everyday.has(name))
    .map((name) => name.split(' '))
    .sort((a, b) => b.length - a.length),
  ([first = '']) => first,
);

/** The known skills that a text speaks of, in their order. */
export const skillsIn = (text: string): string[] => knownIn(plain(text));

function knownIn(text: string): string[] {
  const words = text.split(' ');
  const found = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    const name = beginnings
      .get(words[at] ?? '')
      ?.find((one) => one.every((word, i) => words[at + i] === word));
    if (name === undefined) continue;
    found.add(keys.get(name.join(' ')) ?? '');
    at += name.length - 1;
  }
  return [...found];
}

/** Whether a text has the words of a skill, one after the other, or of another name of it. */
export function speaker(text: string): (key: string) => boolean {
  const words = plain(text);
  const known = new Set(knownIn(words));
  return (key) => known.has(key) || ` ${words} `.includes(` ${key} `);
}
