import { plainText } from './readable-text.model.ts';
import { isRecord, listOf, textIn } from './record.model.ts';

const MAX_ITEMS = 200;
/** Longer is a sentence, in which a comma separates nothing. */
const MAX_NAME = 60;

/** Skills that a field lists: as items, in one line with commas, or as things with names. */
export function skillsListed(value: unknown): string[] {
  const items = listOf(value).flatMap((item) => {
    const text = isRecord(item) ? textIn(item.name ?? item.label ?? item.title ?? item.skill) : textIn(item);
    if (text === undefined) return [];
    const isAlone = isRecord(item) || (Array.isArray(value) && value.length > 1);
    return plainText(text)
      .split('\n')
      .flatMap((line) => (isAlone ? [line] : separated(line)));
  });
  const tidy = items
    .map((item) => item.replace(/^- /, '').trim())
    .filter((item) => item !== '' && item.length <= 500);
  return [...new Map(tidy.map((item) => [item.toLowerCase(), item])).values()].slice(0, MAX_ITEMS);
}

function separated(line: string): string[] {
  // A comma inside brackets belongs to what is in them.
  const parts = line.split(/[,;•|](?![^(]*\))/).map((part) => part.trim());
  return parts.every((part) => part.length <= MAX_NAME) ? parts : [line];
}

/** Names that stand for one thing only, as they are written. */
const names =
  `JavaScript|TypeScript|Node.js|React|React Native|Angular|Vue.js|Vue|Svelte|Next.js|Nuxt|jQuery|HTML5|HTML|CSS3|CSS|Sass|Tailwind|Redux|
Python|Django|Flask|FastAPI|Java|Spring Boot|Spring|Kotlin|Scala|Groovy|Golang|Rust|C++|C#|.NET|ASP.NET|PHP|Laravel|Symfony|Ruby on Rails|Ruby|Perl|Swift|Objective-C|
Android|iOS|Flutter|Xamarin|Unity|Elixir|Erlang|Haskell|Clojure|MATLAB|PowerShell|Bash|COBOL|ABAP|VBA|Visual Basic|
SQL|PostgreSQL|MySQL|MariaDB|MS SQL|SQL Server|Oracle|MongoDB|Redis|Cassandra|Elasticsearch|DynamoDB|Snowflake|BigQuery|Redshift|dbt|Kafka|RabbitMQ|Spark|Hadoop|Airflow|
AWS|Azure|GCP|Google Cloud|Kubernetes|Docker|Terraform|Ansible|Pulumi|CloudFormation|Helm|Jenkins|GitLab|GitHub|CircleCI|CI/CD|Prometheus|Grafana|Linux|Windows Server|Active Directory|VMware|Nginx|
Git|Jira|Confluence|GraphQL|REST|gRPC|OAuth|Microservices|Machine Learning|TensorFlow|PyTorch|scikit-learn|Pandas|NumPy|NLP|LLM|Power BI|Tableau|Looker|Excel|SAP|Salesforce|HubSpot|ServiceNow|Workday|
Figma|Sketch|Photoshop|Illustrator|InDesign|AutoCAD|SolidWorks|CATIA|Selenium|Cypress|Playwright|JUnit|Agile|Scrum|Kanban|ITIL|Prince2|PMP|SEO|Google Analytics|Google Ads|CRM|ERP|TCP/IP|Cisco|
A/B testing|UX/UI|UX|B2B|Six Sigma|GMP|HACCP|ISO 9001|CNC|PLC|Siemens S7|Arduino|VHDL|Verilog`
    .split(/[|\n]+/)
    .filter(Boolean);

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
// The longest first: "React Native" is one skill. A name ends where a letter, digit, + or # does not follow.
const NAMES = new RegExp(
  `(?<![\\p{L}\\p{N}.#+-])(?:${[...names]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})(?![\\p{N}+#]|-\\p{L}|\\p{L}{3,})`,
  'gu',
);

/** What introduces wishes: in a heading for all below it, in a line for that line. */
const WISH =
  /nice[ -]to[ -]have|would be (?:a )?(?:plus|nice)|is a (?:big |strong )?plus|\bplus\b:?$|bonus (?:points|skills|if)|preferred|desirable|advantage|von vorteil|wünschenswert|idealerweise|(?:serait |est )?un plus|souhait|valorable|se valor|gradit|costituisce titolo|pré|výhodou|bonusem|vítáno|mile widzian|dodatkow|előny|meriterande|fördel/i;
const DUTY =
  /requirement|qualification|your profile|about you|you have|you bring|must[ -]have|skills|tech(?:nology)? stack|technologies|experience|what you|who you are|we expect|looking for|anforderung|profil|das bringst|kenntnisse|erwarten|compétences|profil recherché|requisit|experiencia|competenze|eisen|wij vragen|požad|očekáv|představ|znalost|požiad|wymagan|oczekuj|elvárás|krav|kvalifik|vaatimu/i;

/** Skills that the text of a posting asks for: known names, below headings or in lines that ask for something. */
export function skillsAskedIn(description: string): { required: string[]; wished: string[] } {
  const [required, wished] = [new Set<string>(), new Set<string>()];
  let under: 'duty' | 'wish' | 'other' = 'other';
  for (const line of description.slice(0, 60_000).split('\n')) {
    const isItem = line.startsWith('- ');
    if (!isItem && line.trim() !== '' && line.length < 120)
      under = WISH.test(line) ? 'wish' : DUTY.test(line) ? 'duty' : 'other';
    const isWish = WISH.test(line) || (under === 'wish' && isItem);
    if (!isWish && !(under === 'duty' || DUTY.test(line))) continue;
    for (const [name] of line.slice(0, 2000).matchAll(NAMES)) (isWish ? wished : required).add(name);
  }
  return { required: [...required], wished: [...wished].filter((name) => !required.has(name)) };
}
