import { parseArgs } from 'node:util';
import { isUuid } from '@parley/kernel/id.ts';
import { analyseAgain } from '../../workflows/analyse-calls.ts';
import { analysisWords } from '../analysis-words.ts';
import { makeAnalysisServices } from '../wiring.ts';
import { type Command, UsageError } from './command.ts';
import { sayingWhichIsMissing, withServices } from './with-services.ts';

export const analyseCommand: Command = {
  help: `Usage: parley analyse <attemptId | conversationId>

Analyses a call again and prints the results; of a conversation, its latest call. The new results replace the earlier
ones, and webhooks receive analysis.completed. Exits with 1 if the call could not be analysed.`,
  async run(args) {
    const [id, ...others] = parseArgs({ args: [...args], allowPositionals: true }).positionals;
    if (id === undefined || others.length > 0)
      throw new UsageError('Give the id of one call attempt or conversation: parley analyse <id>.');
    if (!isUuid(id))
      throw new UsageError(
        `${id} is not the id of a call attempt or conversation (a UUID); parley call prints both.`,
      );
    await withServices(async (services) => {
      const { attemptId, outcome } = await analyseAgain(makeAnalysisServices(services), id).catch(
        sayingWhichIsMissing('call attempt or conversation', id),
      );
      console.log(`Call ${attemptId}`);
      if (outcome.kind === 'found') {
        for (const line of analysisWords(outcome.result)) console.log(line);
        return;
      }
      const why = outcome.kind === 'failed' ? outcome.message : 'the analysis took too long';
      console.error(`parley: the call could not be analysed: ${why}`);
      process.exitCode = 1;
    });
  },
};
