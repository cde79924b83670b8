/**
 * Words that mean about the same for what a person wants. The heads see "stop phoning" and "quit ringing" as the same pair of
 * classes, so that they learn from one what the other means. No class decides anything by itself.
 */
const CLASSES: Readonly<Record<string, string>> = {
  CALL: 'call ring phone telephone contact dial ringing calling phoning contacting telephoning dialling dialing bell buzz',
  CALLS: 'calls rings',
  CALLED: 'called rang rung phoned contacted dialled dialed telephoned',
  BOTHER:
    'bother pester harass disturb hound annoy bug spam bothering pestering harassing disturbing hounding spamming annoying',
  STOP: 'stop quit cease desist discontinue refrain stopping enough',
  STOPPED: 'stopped quitted ceased',
  REMOVE:
    'remove delete erase wipe scrub purge strike cross bin shred unsubscribe deleted removed erased taken',
  TAKE: 'take get taking getting',
  LOSE: 'lose loose forget',
  LOST: 'lost forgot forgotten',
  OFF: 'off out',
  LIST: 'list lists database system books records record file computer register registry tps dnd',
  NUMBER: 'number numbers details data contact name',
  NOT: 'not dont doesnt didnt isnt arent wasnt werent wont cant couldnt wouldnt shouldnt havent hasnt hadnt mustnt neednt cannot aint mayn',
  NEVER: 'never ever',
  NO: 'no nope nah nay none nothing nobody negative na',
  MORE: 'more anymore again further longer',
  YES: 'yes yeah yep yup aye sure ok okay absolutely definitely certainly indeed correct exactly right affirmative course alright fine',
  MAYBE: 'maybe perhaps possibly depends might unsure undecided',
  WANT: 'want wish like need prefer wanna rather sooner appreciate love',
  PLEASE: 'please kindly abeg would could',
  I: 'i im ive id ill me my mine myself',
  WE: 'we us our weve were',
  YOU: 'you your youre youve yous ye una yall youll yourself',
  THIRD:
    'he she they him her his their them mother mum mom dad father husband wife son daughter sister brother boss neighbour landlord nephew cousin grandson friend ex bank hes shes theyre theyve doctor kids company agency',
  SAID: 'said told says asked tell telling say saying ask asking',
  PAST: 'was had did used were been',
  PERSON:
    'person human people someone somebody anybody anyone manager supervisor operator agent representative colleague staff adviser boss executive member recruiter',
  REAL: 'real actual live proper genuine actually',
  MACHINE:
    'robot machine computer bot ai automated automatic chatbot recording recorded digital virtual machines robots software program tape',
  SPEAK: 'speak talk speaking talking chat discuss spoke talked connect transfer',
  THROUGH: 'through thru over',
  WHO: 'who whos whom',
  WHY: 'why reason purpose regarding about concerning',
  WHAT: 'what whats wetin which',
  HOW: 'how howd hows',
  WHERE: 'where whered',
  WHEN: 'when whens',
  PAY: 'pay pays paid paying salary wage wages money earn rate hourly bonus remuneration package budget commission',
  MUCH: 'much many',
  RECORD: 'record recording recorded tape taped taping monitored transcript listening',
  SCAM: 'scam scammer scammers fraud fraudster con crook crooks fake dodgy fishy phishing legit legitimate genuine spam trick prank scammed rip',
  TRUST: 'trust believe prove verify proof',
  GOT: 'got gave give get have found obtained gotten',
  TIME: 'tomorrow today tonight monday tuesday wednesday thursday friday saturday sunday morning mornings afternoon evening evenings night week month year weekend noon lunch lunchtime oclock january february march april june july august september october november december hour hours minute minutes fortnight soon teatime',
  LATER: 'later after until till before back another next when',
  NOW: 'now moment currently presently right',
  BUSY: 'busy driving meeting working work cooking dinner hurry rush train bus wheel shower bed abroad holiday tied middle',
  WAIT: 'wait hold hang sec second moment bear',
  NUM: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand half couple few',
  GOOD: 'good great fine happy happier pleased satisfied delighted lovely brilliant excellent perfect perfectly grand nice better best love loved enjoy friendly helpful wonderful chuffed charm faultless fantastic glad',
  BAD: 'bad awful terrible horrible rubbish useless worse worst poor disappointed disaster broken rude slow late wrong failed fail expired banned refused lost pain problem trouble difficult hurts sick fed tired regret complain complaint complaints',
  INTEREST: 'interested interest interesting',
  SELL: 'selling sell buy buying offer offers sales survey surveys insurance windows',
  BYE: 'bye goodbye cheerio cheers ta-ra farewell slan laters',
  THANKS: 'thanks thank ta',
  HELLO: 'hello hi hey morning hiya',
  SORRY: 'sorry pardon excuse',
  HEAR: 'hear heard catch understand follow louder slower repeat slowly clear',
  MEAN: 'mean meant misheard misunderstood mistake correction actually instead misspoke',
  ALREADY: 'already before twice',
  ANSWER: 'answer answered answering question questions',
  PRIVATE: 'private personal confidential business comfortable skip pass',
  DEAD: 'died dead passed deceased buried widow',
  MOVED: 'moved left lives live gone retired',
  MESSAGE:
    'message voicemail beep tone mailbox reached unavailable available forwarded subscriber dialled press leave',
  MIND: 'mind objection',
  JOB: 'job position vacancy role work application',
  DONE: 'done finished finish passed completed',
  DO: 'do does did done doing',
  WRITE: 'email emails mail text texts letter letters write post',
  BUT: 'but though although except only just',
  IF: 'if unless whether',
  KEEP: 'keep keeps kept leave',
  PLACE: 'here house home landline mobile office',
  SUBJECT: 'employer references reference account shift rota nights night shifts tablets',
  LAW: 'police lawyer solicitor sue report reporting regulator ombudsman ico ftc illegal law legal',
};

const CLASS_OF: ReadonlyMap<string, string> = new Map(
  // The first class that names a word has it.
  Object.entries(CLASSES)
    .reverse()
    .flatMap(([name, words]) => words.split(' ').map((word): [string, string] => [word, name])),
);

/** The class of a word as `wordsOf` gives it. */
export const classOf = (word: string): string | undefined =>
  CLASS_OF.get(word) ?? (/^\d+$/.test(word) ? 'NUM' : undefined);
