import { task } from '@parley/kernel/task.ts';

/** A trunk of the settings, or one that the operator shares. */
export interface OperatorTrunk {
  /** The id of its record, or user and address of the settings: all processes name it alike. */
  readonly key: string;
  readonly name: string;
}

/** One that a worker cannot call over. */
export interface TrunkDown extends OperatorTrunk {
  /** The end of a sentence that begins with the trunk: "does not answer". */
  readonly message: string;
  readonly isDead: boolean;
  readonly at: Date;
}

export const reportOperatorTrunksTask = task<object>('report-operator-trunks', {
  retries: 3,
  expireSeconds: 300,
  cron: '* * * * *',
});

/** Tells staff that a trunk is down, or that it is back. */
export const operatorTrunkMail = (
  to: string,
  { name }: OperatorTrunk,
  down: TrunkDown | undefined,
  link: string,
) =>
  down
    ? {
        to,
        subject: `The SIP trunk ${name} is down`,
        text: `Hello,

the SIP trunk ${name}, which calls of this installation use, is down: it ${down.message}. Calls wait, or use another trunk, until it works again; waiting uses up no call attempt. You get a message when it is back.

Run npx parley trunk check to find out why. What the installation says about its health:
${link}
`,
      }
    : {
        to,
        subject: `The SIP trunk ${name} works again`,
        text: `Hello,

the SIP trunk ${name} works again. Calls that waited for it are placed now.
${link}
`,
      };
