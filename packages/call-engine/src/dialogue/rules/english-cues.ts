/**
 * How people say in English what they want of a call. Phrases are in plain words (see speech.ts), patterns as in
 * phrase.ts. What a phrase must not be followed or preceded by keeps an answer from being taken for a wish.
 */

const HUMAN =
  '(human|humans|person|people|man|woman|human being|representative|rep|agent|operator|advisor|adviser|colleague|manager|supervisor|boss|employee|member of staff|member of your team|specialist|consultant|recruiter|receptionist|someone|somebody|anyone|somebody else|someone else|anybody)';
const REAL = '(real |actual |live |proper |living |normal |human |different |another )?';
const A = '(a |an |the |your |some |one of your |with )?';
const MACHINE =
  '(robot|robots|machine|machines|computer|computers|bot|bots|ai|recording|ais|chatbot|automated …)';
const NOT_MINE = '(?! (who|that|with|in my|at my|on my|first|about (it|this|that) first|at home|at work))';

export const personRequests = [
  `(can|could|may|might|let) (i|me|we) (please )?(just |maybe |also )?(speak|talk|chat|be connected|be put through|be transferred) (to|with) ${A}${REAL}${HUMAN}${NOT_MINE}`,
  `i (just |really |only |do |still )?(want|need|wish|prefer|demand|have|am trying|am asking|insist|was hoping) to (please )?(just |actually |rather )?(speak|talk|be connected|be transferred) (to|with) ${A}${REAL}${HUMAN}${NOT_MINE}`,
  `(would|will) (like|love|prefer|rather|want)( to)? (just |actually |rather )?(speak|talk|be connected|be transferred) (to|with) ${A}${REAL}${HUMAN}${NOT_MINE}`,
  `(get|give|find|pass|bring|fetch) me ${A}${REAL}(human|person|human being|representative|rep|agent|operator|manager|supervisor|somebody|someone)${NOT_MINE}`,
  `(i|we) (just )?(want|need|would like|would prefer|prefer) (a |an )(real |actual |live |proper )(person|human|human being|agent|man|woman|operator|representative)${NOT_MINE}`,
  `(i|we) (just )?(want|need|would like|would prefer|prefer) (a |an )?(human|operator|representative)( please| now| instead| here| on the line| to talk to| to speak to)?$`,
  `(is|are) there (a |an |any )?${REAL}(human|person|someone|somebody|anyone|people|anybody) (there )?(i can|i could|to|available|around|that i can|who i can|else)`,
  `(do you have|have you got) (a |an )?${REAL}(human|person|someone|somebody|anyone) (i can|i could|to|there)`,
  `(do not|will not|would not|never|not going to|refuse to|hate) (like |want |like to |want to |like talking |be )?(talk|speak|deal|talking|speaking|dealing)?( to| with) (a |an |these |any |some )?${MACHINE}`,
  `am not (talking|speaking|going to talk|going to speak|gonna talk) (to|with) (a |an )?${MACHINE}`,
  `(put|connect|transfer|patch|pass|switch|redirect|forward) me (through |on |over |back |up |straight |directly )?(to|with) (?!my )[^ ]+`,
  `(can|could|would|will) you (please )?(just )?(put|connect|transfer|patch|pass|switch|redirect) (me|us|this call) (through|on|over|to)`,
  `speak to your (manager|supervisor|boss)`,
  `(way|possible|possibility|able|chance|option) (for me )?to (speak|talk) (to|with) ${A}${REAL}${HUMAN}${NOT_MINE}`,
  `(can|could|would|will) you (please )?(just )?(transfer|connect) (me|us)( please| now)?$`,
  `hand (me|this) over to`,
];

/** Only when nothing else is said. */
export const personAlone = [
  '(a |an |the )?(real |actual |live )?(human|person|operator|representative|agent|receptionist|customer service|manager|real person)( please| now| thanks)?',
  '(someone|somebody) (else|real|human)( please)?',
  '(speak|talk) (to|with) (a |an )?(real |live )?(human|person|agent|operator|representative|someone)( please)?',
  '(please )?(transfer|connect|put) me( through)?( please)?',
];

const REPORTED =
  '(?<!(them|him|her|people|not|never|would|did|they|he|she|recruiters|to|and|would not|please do not) )';
const CALL = '(call|phone|ring|contact|bother|text|message|dial|disturb|harass|annoy|email)';
const CALLING =
  '(calling|phoning|ringing|contacting|bothering|texting|messaging|harassing|annoying|disturbing|hassling|pestering)';
const US =
  '(me|us|here|this number|my (number|phone|house|home|mobile|cell|family|mother|wife|husband)|our (number|house|office))';

export const stopRequests = [
  `(take|get|remove|scratch|cross|strike|drop) (me|us|my name|my number|this number|my details|our number) (please )?(off|from|out of) … (list|lists|database|system|records|file|files|there|books)`,
  `(?<!(^i|i|had to|have to|used to|always|never|they|we|could|not|how to|and i|let me) )(remove|delete|erase|lose|forget|drop|scrub|wipe) (my|this|our) (phone |mobile |cell |telephone |contact )?(number|data|details|information|info|record|records)`,
  `(please|and|you to|just|to|immediately)? ?(remove|unsubscribe) (me|us)( please| now| immediately| right now)?$`,
  `(do not|never|not to) (you )?(ever |you ever |dare |you dare )?${CALL} ${US}( ever| any)?( again| any more| back| more| ever| please| at all| like this| about this| or| and| in future| in the future| on this number| thank you| thanks)`,
  `(do not|never) (ever |you ever |you dare |dare )?${CALL} ${US}$`,
  `(do not|never) (ever )?${CALL} (again|any more|back|ever)`,
  `(do not|never) (ever )?call here`,
  `not (want|like) (you|anyone|anybody|your company|people) (to )?(ever )?(calling|call|contact|contacting|ring|phone)( me| us)? ?(again|any more|ever|back|at all)?$`,
  `not (want|like) to (be|get) (called|contacted|phoned|disturbed|bothered)( again| any more| ever| by you| by your company)?$`,
  `not (want|like) (any more|any|more|these|those|your|to get|to receive|to get any more|to receive any more|to get any|to receive any|getting|receiving) (of )?(these |those |your |such |sales |marketing |more |further )?(calls|phone calls)`,
  `^(please |and |okay |so |yes |just )*no more (calls|phone calls|phoning)( please| okay| from you|$)`,
  '(my|our) (data|number|details|information) (to be )?(deleted|removed|erased)',
  `${REPORTED}(stop|quit) (it with )?${CALLING}( ${US}| at| all the time| every day| please| again| already| now| this| or| and| okay)`,
  `${REPORTED}(stop|quit) ${CALLING}$`,
  `(told|asked|ask|telling|asking|want|need|like) you( guys| people| all)? to (stop|quit) ${CALLING}`,
  `(you|please|just|have to|need to|must|should) (need to |have to |must |should |just )?(stop|quit) ${CALLING}(?! (myself|people|customers|clients|patients|it))`,
  `do not call (list|registry|register)`,
  `(want|like|wish|going|please) to (opt out|unsubscribe|be removed|be taken off|be deleted)`,
  `(please |just )?(opt me out|opt out)$`,
  `^(please )?unsubscribe( me)?( please)?`,
  `(withdraw|revoke) my consent`,
  `(?<!(not|never|would|to|they|could|did|he|she|people) )leave (me|us) (alone|in peace)`,
  `(never|not) (want|wish) to hear from you( people| guys| lot)?( ever)?( again)?`,
];

const DEAL =
  '(this|that|it|your|any|anything|what you|the (job|role|position|offer|product|service|call|opportunity|survey|interview|vacancy|programme|program)|buying|selling|changing|switching|doing this|talking|participating|taking part)';

/** Said anywhere, these decline the whole call. */
export const declines = [
  `not (really |at all |actually |even |that |particularly |very |so |gonna be |going to be |currently |longer |all that )?interested( in ${DEAL}| at all| thanks| thank you| sorry| at the moment| right now| any more| in the slightest| but| so| and| mate| sir| goodbye| bye| please| now| today)`,
  'not (really |at all |actually |that |particularly |very |longer |all that )?interested$',
  '(no longer|not) (in )?(interested|interest)$',
  '(i|we) have no interest( in this| in that| in it| in your|$)',
  '(have|has|had)? ?(already |just |recently )(found|got|have|taken|accepted|signed|started|have got) (a |an |another |my |some )?(new |different |other )?(job|position|role|offer|work|provider|supplier|agency|solution|one)',
  '(found|accepted|took|taken) (a|an|another|something) (new |different |other )?(job|position|role|offer|else)(?! (i|that|which|in \\d))',
  '(happy|satisfied|fine|content|good|pleased|comfortable) with (our|my|the|what|who) (current |present |existing |we |i )?(provider|supplier|job|one|employer|bank|insurance|have|company|solution|contract|position|role|agency|vendor)',
  '(we|i) already have (a |an |our |my )?(supplier|provider|agency|contract|vendor|solution)',
  '(am|are) (no longer|not) (actively |currently |really |even )?(looking|searching|on the market|in the market)( any more| right now| at the moment| for (a |an |any )?(new )?(job|jobs|work|role|position|provider|supplier|anything))?$',
  'no longer (looking|searching|available|on the market)$',
  'not looking (to|for a) (change|move|switch|new job)',
  '(i|we) (really )?do not (need|want) (any|it|this|anything|your|any of that|any of this|what you are selling|one)( thanks| thank you| at all)?$',
  '(i|we) (am|are) not (buying|going to buy|gonna buy) (anything|any)',
  'whatever (it is )?(you are|you) (selling|sell)',
  '(waste|wasting) (of )?(my |your |our )?time',
  'not for (me|us)( thanks| thank you| sorry)?$',
  '(i|we) (will|would) (have to )?(pass|decline)( on (this|that|it))?( thanks| thank you)?$',
  '(i|we) do not have time for (this|that|these|such|you)',
  '(no thanks|no thank you) … not interested',
  '(fuck off|fuck you|piss off|get lost|go to hell|screw you|go away|shut up|bugger off)',
  '(can|could) (you )?(please )?not waste',
];

/** Only where nothing was asked yet but whether they will talk. */
export const openingDeclines = [
  'no thanks',
  'no thank you',
  'not interested …',
  '(i am|we are|i am all|we are all) (good|fine|set|okay)( thanks| thank you)?',
  'not today( thanks| thank you)?',
  'no not today',
  '(i|we) do not (take|accept|do) (cold |sales |these |such |any )?(calls|surveys)',
];

export const wrongPersons = [
  '(you|this|that) (have|are|is|must have|must be|got|might have|may have|probably have|have probably|have definitely|obviously have)( got| the| a| dialed| dialled| reached| called| calling)* wrong (number|person|guy|house|party|one|place|extension)',
  '(you|they) (called|dialed|dialled|got|rang|reached|are calling|are talking to|are speaking to|are speaking with|want) (the )?wrong (number|person|guy|house|party|one|place)',
  '(he|she|they|that person|nobody|no one) (do|does) not (live|work|stay) (here|at this)',
  '(he|she|they) (no longer|never|has not|have not) (lives|works|lived|worked|live|work)( here| at this)',
  '(he|she) (has )?(moved|left) (out|away|the company|a (long )?(time|while) ago|years ago|months ago)',
  '(he|she) (has )?(passed away|died)|(he|she) is (dead|deceased)',
  '(no one|nobody|there is (no|not)( one| body| a| any)?|no)( here| person)? (here )?(by|with|of|called|named|who is called) (that|the|this)? ?name',
  '(you are|you must be|you are probably|i think you are) (looking for|after|thinking of|trying to reach|confusing me with) (someone|somebody|a different|another|the wrong)',
  '(this|it) is (his|her|their) (wife|husband|mother|father|mom|mum|dad|son|daughter|brother|sister|roommate|flatmate|colleague|assistant|secretary|partner|boyfriend|girlfriend|neighbour|neighbor|boss|friend|grandmother|grandfather)',
  '(i am|am) (his|her) (wife|husband|mother|father|mom|mum|dad|son|daughter|brother|sister|roommate|flatmate|colleague|assistant|secretary|partner|boyfriend|girlfriend)',
  '(i am|this is|that is|it is) (not|definitely not) (him|her|she|that person|the person|who you|the one|the right person)( actually| sorry| i am afraid| you want| you think| you are looking for)?$',
  '(i|we) do not know (anyone|anybody|any|who) (that is|by|with|called|named)( that| this)?',
  '(not|never) heard of (him|her|that person|that name|this person|he)',
  '(there is )?(no|not any|not a) he (here|living|at this|working|at)',
  '(no one|nobody) (here |in this house |at this number )?(is )?(called|named) he',
  '(i|we) do not (know|have) (any|a|an)? ?he( here)?$',
  '(i am|this is|that is|it is) (not|definitely not) he( here| sorry| actually)?$',
  'not (speaking|talking) (to|with) he$',
];

/** Only when nothing else is said. */
export const wrongPersonAlone = [
  '(no |sorry |oh |i think )*wrong (number|person)( sorry| mate| here| pal| dude)?',
];

const AFTERWARDS =
  '(back|again|later|another|tomorrow|tonight|next|after|in (a|an|the|half|about|two|three|five|ten|\\d+)|on (monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(this )?(afternoon|evening)|monday|tuesday|wednesday|thursday|friday|saturday|sunday|some other|at (a|\\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|lunch|half|another)|when|around|sometime|some time|once|the day after|closer|nearer|any other)';
const ME_OR_US = '(me |us |him |her |them )';

/** Asked for as such, a later call is wanted whatever the question was. */
export const laterRequests = [
  `(can|could|would|will|might|may) (you|we|someone|somebody|they) (please |maybe |perhaps |just |possibly |kindly )*(call|ring|phone|try|dial|buzz|contact|reach) (${ME_OR_US})?(up )?(please )?${AFTERWARDS}`,
  `(^|please |just |maybe |so |and |better |then |you can |you could |you may |or |to |should |okay |yes |yeah |well |no |now )(call|ring|phone|try|buzz|dial) ${ME_OR_US}?(up )?(please )?(at )?${AFTERWARDS}`,
  `(give|drop) (me|us) (a )?(call|ring|buzz|shout|bell) ${AFTERWARDS}`,
  `(?<!(to|you|they|people|would|always|usually|often|customers|clients|who|not|never|he|she|it|must|will|sometimes) )(call|ring|phone|try) (me|us) (up )?(please )?${AFTERWARDS}`,
  '(?<!(they|never|not|would|always|did|people|clients|customers|who|he|she) )(call|ring|phone) (me|us|him|her) back',
  '(call|ring|phone|calling|ringing|phoning) back( later| tomorrow| another time| next week| please|$)',
  '(can|could) (we|you|i) (please |maybe |perhaps )*(do|have|continue|finish|talk|speak|discuss|chat|reschedule|postpone|move|push|take)( about)?( this| it| that| the call| then)? (to |at |for |until )?(later|another|tomorrow|some other|next|a different|a better|on monday)',
  '(can|could|let) (we|us|you|i) (please |maybe )?(reschedule|postpone)',
  '(would|i) like to (reschedule|postpone)( this| the call| it)?$',
  '(is|it is|this is|now is|you caught me at|caught me at|at|you got me at|not) (really |actually )?(a |an |not a |not the |the )?(really |very |pretty |bit of a )?(bad|terrible|inconvenient|awkward|busy|wrong) (time|moment)',
  '^(sorry |um |oh |no |yeah |really )*(bad|terrible|wrong|awkward|busy) (time|moment)( sorry| right now| now)?$',
  '(is|was) not (really |actually |exactly )?(a |the )(very |really )?(good|great|best|convenient|right|ideal) (time|moment)',
  '(can not|can hardly|not able to|unable to) (really )?(talk|speak|chat|take (a|this|your) call)( to you)?( right now| at the moment| now| just now| here|$)',
  '(have not got|do not have|have no|no)( any| the| much)? time( to talk)?( right now| now| at the moment| just now| today)',
  '(i|we) (will|would) (rather )?(call|ring|phone|give) you( a call| a ring)?( back| later| tomorrow)',
  '(talk|speak|do this|chat) (to me )?(some |at )?(other time|another time|a better time)',
  '(maybe|perhaps|some|at|for) (some )?(other|another) time',
];

/** Somebody else has picked up for the contact. Also said with the contact's name. */
export const absences = [
  '^(no |sorry |hi |hello |um |oh |well |i am afraid |actually |yes |yeah )*(he|she) (is|will be) (actually |just |currently |unfortunately )?(not (here|in|home|at home|available|around)|out|away|at work|at school|in a meeting|busy|asleep|sleeping|on holiday|on vacation|in the (shower|bath|garden|car|office|hospital)|back (later|tomorrow|at|in|on|around))',
];

/** A request for someone, when one of the flow's labels is named in it. */
export const talkTo = [
  '(can|could|may|let|want|like|need|rather|prefer|wish|would|have|please|get|give) … (speak|talk|transferred|connected|me|through) (to |with )?(?!my )[^ ]+',
  '^(speak|talk) (to|with)',
];

/** What someone is doing who cannot talk. The words after it may turn it into an answer. */
export const busySituations = [
  '(i am|we are) (actually |just |kind of |currently |really |a bit |pretty |quite |very |super |still |literally |sort of |in the middle of )*(driving|in a meeting|at work|at the office|busy|on the (road|train|bus|phone|motorway|highway|other line|toilet|loo|plane)|in the (car|middle of something|shower|hospital|cinema|library)|on another (call|line)|eating|having (lunch|dinner|breakfast)|cooking|at the (doctor|doctors|dentist|gym|hospital|airport|checkout|till|supermarket)|with (a )?(customer|client|patient|clients|customers)|tied up|in class|at a funeral|boarding|running late|about to (leave|go|board|start|have|head|step|walk)|just about to …|heading (out|into a meeting)|(walking|going|stepping|about to go) into (a|the|my) [^ ]+|working|sleeping|in bed|occupied|rushing|running out the door)( right now| now| at the moment| just now| currently| today| so| and| can| could| i| please| sorry| but| actually| call| ring| try| phone| you|$)',
  'in (the middle of|a hurry)( something| dinner| lunch| a meeting| right now|$)',
  '(i|we) (have|was|were) (just )?(sleeping|asleep)',
];

/** "Not now" is a wish for another time, unless a yes/no question was asked. */
export const notNow = [
  '(no |sorry |um |oh |well |yeah |yes )*(not|maybe not) (right |just )?now( please| sorry| thanks| thank you)?',
  '(no |sorry )*(not )?(at the moment|right now) (no|not)',
  '(maybe |perhaps |a bit |no |much )?later( please| maybe| today| on| thanks)?',
  '(maybe |perhaps )?(tomorrow|next week|another day|tonight)( please| maybe)?',
  '(i am )?(too |so |really |very |pretty |quite |a bit )?busy( sorry| right now| now| at the moment)?',
];

export const goodbyes = [
  '(good ?)?bye( now| then| for now| everyone| sir| love| dear)?$',
  '^(okay |right |well |thanks |thank you |alright |and |so )*(good ?)?bye(?! to)',
  '(have|enjoy) (a |the rest of |yourself a )(good|nice|great|lovely|pleasant|wonderful|your) (day|one|evening|weekend|afternoon|night|rest|time)( too| then| now| bye| yourself| sir)?$',
  '^(okay |and |so |well |thanks )*(take care|see you|see ya|cheerio|ciao|so long|good night|goodnight|cheers then|talk soon|speak soon|farewell)( later| then| soon| now| of yourself| bye)?$',
  '(talk|speak) to you (later|soon)$',
  'i (am|am going to|am gonna) (hanging|hang) up',
  '(have|got|need) to (run|go|dash) (talk|bye|sorry|thanks|see|speak|okay)',
  '(talk|speak) (later|soon)$',
  '(i|we) (really |just |do |actually )*(have|need|must|got|had better|better) (to )?(go|run|leave|dash|hang up|get going|head off|get off the phone)( now| sorry| bye| then| really| soon| okay| already)?$',
  '(that is|that will be) (all|it) (thanks|thank you) bye',
];

export const repeats = [
  '(can|could|would|will) you (please |maybe |kindly |just )*(repeat|say|rephrase|ask|explain|run)( that| it| this| the question| what you said| the last (part|bit|question)| your question| yourself| me)( please| again| once more| one more time| a bit| by me| more| slower| louder| in other words| differently|$)',
  '(can|could|would|will) you (please )?(say|repeat|rephrase)( again)?$',
  '(please |just )?(say|repeat|ask) (that|it|the question|this|your question|what you said)( again| once more| one more time| please|$)',
  '(say|come) again$',
  '(beg|beg your|i beg your) pardon|pardon me$',
  '(i )?(did not|could not|can not|do not|did not quite|could not quite|did not really|can not really|can hardly|can barely|barely|hardly) (quite |really |properly )?(catch|hear|get|understand|follow|make out) (that|you|it|what you (said|are saying|mean)|the question|your question|a word|anything|what you)( at all| sorry| properly| very well| well| please| right| bit| last bit| part| just)?$',
  'what (was|is) (that|the question|your question)( again| sorry)?$',
  'what did you (just )?(say|ask)( me)?( again| just now)?',
  'what (do|did) you mean( by that| exactly)?$',
  '(one more time|once more|once again)( please)?$',
  '(you are|you keep|your voice is|the line is|it is|you were|this line is) (breaking up|cutting out|so quiet|too quiet|really quiet|terrible|bad|very bad|really bad|crackling|very quiet|a bit quiet|cracking|cutting off|really breaking up)',
  '(speak|talk) (up|louder|slower|more slowly|a bit slower|a bit louder|a little louder|a little slower|more clearly)',
  '(a bit|a little|much|please) (louder|slower)( please)?$',
  'you lost me',
  '(are you|is anyone|is anybody|you) (still )?there$',
  'can you hear me',
  'too fast$',
];

export const repeatAlone = [
  '(sorry|what|huh|pardon|excuse me|eh|come again|again|say what|hello|what sorry|sorry what|i am sorry|repeat|repeat please|what was that|how do you mean|sorry pardon|louder)( please| again)?',
];

export const moments = [
  '^(okay |yes |yeah |sure |um |just |so )*(please )?(hold|stay on the line)( please| while| for|$)',
  'put you on hold',
  '(^|please |just |okay |sure |yes |yeah |so |can you |could you |well |sorry )(hold on|hang on|hold the line|bear with me|hold up)(?! to)( a| one| just| for| sec| second| minute| moment| please| let| i|$)',
  '(?<!(for|in|only|within|takes|took|about|lasted) )(just|wait|hold on|hang on|give me|need|sorry|only) (just )?(a|one|two|half a|another) (quick )?(sec|second|minute|moment|mo|tick|min|seconds|minutes)( please| i| let| to (think|look|check|find|get)| while| there| okay|$)',
  '^(okay |yes |yeah |um |well |oh |so |sure |sorry |ah |of course )*(one|two|half a) (sec|second|moment|minute|mo|secs|seconds|minutes|tick|min)( please| i| let|$)',
  '^(okay |yes |yeah |um |well |oh |so |sure )*(wait|hold on|hang on|wait up|wait wait)( please| there)?$',
  '(?<!(they|he|she|not|would|will|who|that|it|did|boss|never|you|always) )let me (just |quickly )?(think|see|check|look|grab|get (a|my|the)|find|fetch|have a (look|think)|pull|take a look|ask (my|him|her)|turn (down|off))',
  '(i need|i have|need|have) to (think|check|look)( about (it|that)| it up| for a| first|$)',
  '(can|could|may) i (just )?(ask|have) (you )?(a |one |some |something|a quick |another )(question|questions|thing)?( first| before| please|$)',
  '^(okay |yes |yeah |well |so |but )*i (do )?have (a |one |some |a quick |a few |another )(question|questions)( first| please| for you| actually|$)',
  '(i am|still) thinking',
  'good question$',
];

/** What they need the moment for, said right after asking for it: it is no answer. */
export const errands = [
  '(and |so |i |i will |i am |i just )*(just |quickly )*(let me|let us|allow me to|i need to|i have to|i must|i am just|i am going to|i am gonna|i will just|i will quickly|i just need to|i just have to|need to|have to)',
  '(my|the|someone|somebody|there is|it is) … (door|doorbell|kettle|baby|dog|kids|child|phone|oven|stove|delivery|postman)( is| has| at| ringing| rang| crying| barking|$)',
];

/** They have seen to it and are waiting for us. */
export const returns = [
  '(okay |right |so |alright |yes |now |sorry |there )*(go ahead|go on|carry on|i am back|back|i am here|here i am|i am with you|i am listening|i am ready|ready|done|continue|please continue|that is better)( now| again| please| then)?',
];

export const refusals = [
  '(would )?(rather|prefer|like) not( to)? (say|answer|tell|discuss|share|talk about|disclose|comment|give|go into|get into|reveal|speak about|mention)',
  '(that|it|this) is (a bit |rather |kind of |too |quite |pretty |very |a |my |really |strictly |confidential and )*(private|personal|confidential|secret|none of your|not your business|no business of yours|not something i|intrusive|sensitive)(?! (trainer|bank|school|equity|sector|practice|company|hospital|assistant|project|one|favourite|favorite))',
  '(that|it|this) is between (me|us)',
  'rather (discuss|talk about|answer|say|keep) (that|this|it) (in person|later|face to face|another time|to myself|with)',
  'none of your (damn |bloody )?(business|concern)',
  'not your (business|concern)',
  '(can not|will not|not going to|not gonna|am not|not allowed to|not willing to|not able to|not at liberty to|not prepared to|refuse to|not comfortable|do not feel comfortable|not happy) (really |going to |gonna |be |to )?(say|saying|answer|answering|tell|telling|disclose|disclosing|share|sharing|discuss|discussing|giving|talk about|talking about|revealing|reveal|comment|giving out)( that| this| you| it| any| my| those| these| over| on|$)',
  '(do not|did not|would not) (really )?(want|wish|like|care|feel like|feel comfortable) ?(to )?(say|saying|answer|answering|tell|discuss|share|sharing|disclose|talk about|go into|give out|giving|talking about)( that| this| you| it| my| any| over|$)',
  '(let us |can we |could we |please |i would |i will |just )?(skip|pass on) (that|this|it)( one| question)?',
  'next question( please)?$',
  'no comment',
  '(mind your own|my own|keep that to my|keep it to my) (business|self)|(keep|keeping) (that|it|this) (to myself|private)',
  'not (telling|saying|answering)( you| that| this|$)',
];

/** "I'd rather not" refuses an open question and answers a yes/no question. */
export const bareRefusals = [
  '(no |sorry |well |oh |honestly )*(i )?(would )?(rather|prefer|would prefer) not( to)?( thanks| thank you| if (that is|it is) okay| sorry)?',
  '(i )?(will )?pass( thanks| please| on (that|this)( one)?)?',
  'skip',
];
