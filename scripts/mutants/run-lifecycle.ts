import { type Area, runs } from './mutant.ts';

const launch = `${runs}/launch.actions.ts`;
const control = `${runs}/run-control.actions.ts`;
const maintenance = `${runs}/run-maintenance.actions.ts`;
const store = `${runs}/run.store.ts`;
const routes = [`${runs}/run.routes.test.ts`];
const controlTests = [`${runs}/run-control.actions.test.ts`];
const maintenanceTests = [`${runs}/run-maintenance.actions.test.ts`];

export const runLifecycle: Area = {
  name: 'run lifecycle',
  tests: routes,
  mutants: [
    {
      file: maintenance,
      breaks: 'a run counts as completed before all of its conversations exist',
      old: "run?.status !== 'RUNNING' || run.pending > 0 ||",
      new: "run?.status !== 'RUNNING' ||",
      tests: controlTests,
    },
    {
      file: maintenance,
      breaks: 'a run that could not start is tried again without a pause',
      old: 'const dueAt = new Date(inside.now().getTime() + RETRY_MS);',
      new: 'const dueAt = new Date(inside.now().getTime() + RETRY_MS / 1000);',
    },
    {
      file: maintenance,
      breaks: 'a deleted run takes contacts with it that still wait for their conversations',
      old: '(await isFullyQueued(scope, id)) && (await openConversations(scope, id)) === 0',
      new: '(await isFullyQueued(scope, id)) || (await openConversations(scope, id)) === 0',
      tests: controlTests,
    },
    {
      file: control,
      breaks: 'a run that is cancelled while it is paused is only paused',
      old: 'await closeDialQueue(inside, id, scope.actor.id);',
      new: "await (run.status === 'PAUSED' ? pauseDialQueue(inside, id) : closeDialQueue(inside, id, scope.actor.id));",
      tests: controlTests,
    },
    {
      file: control,
      breaks: 'a test run that is resumed with a live key calls real people',
      old: 'isSimulated: run.isSimulated || isSimulated });',
      new: 'isSimulated });',
      tests: controlTests,
    },
    {
      file: control,
      breaks:
        'contacts of a cancelled run are called, since its queue opens before all of them are cancelled',
      old: 'if (!run || run.pending > 0 || (await openConversations(inside, id)) > 0) return;',
      new: 'if (!run || (run.pending > 0 && (await openConversations(inside, id)) > 0)) return;',
      tests: controlTests,
    },
    {
      file: launch,
      breaks: 'contacts who were attached before a launch was finished are missing from the progress',
      old: 'pending: run.pending + total',
      new: 'pending: total',
      tests: controlTests,
    },
    {
      file: launch,
      breaks: 'contacts who were deleted during a launch leave their minutes held',
      old: 'if (isDone) await unreserve(scope, run.id);',
      new: 'if (isDone && slice.total === 0) await unreserve(scope, run.id);',
      tests: controlTests,
    },
    {
      file: launch,
      breaks: 'a run is scheduled that the company cannot pay for',
      old: 'await requireAffordable(scope, total * minutes);',
      new: 'await requireAffordable(scope, minutes);',
    },
    {
      file: launch,
      breaks: 'a test run that is launched with a live key calls real people',
      old: 'isSimulated: run.isSimulated || isSimulated };',
      new: 'isSimulated };',
      tests: maintenanceTests,
    },
    {
      file: launch,
      breaks: 'a run whose agent needs a job calls contacts about none',
      old: 'if (needsJob(agent) && waiting.jobless > 0)',
      new: 'if (needsJob(agent) && waiting.jobless > waiting.total)',
      tests: controlTests,
    },
    {
      file: `${runs}/run-contact.actions.ts`,
      breaks: 'a contact whom a test key attached is called for real',
      old: 'if (!isAdmitted && marked.isSimulated !== run.isSimulated)',
      new: "if (!isAdmitted && marked.isSimulated !== run.isSimulated && run.status !== 'DRAFT')",
      tests: maintenanceTests,
    },
    {
      file: store,
      breaks: 'a launch that a crash interrupted is never finished while other calls of the run are open',
      old: 'r.pending > 0\n      or (r.status in',
      new: 'false\n      or (r.status in',
      tests: controlTests,
    },
    {
      file: store,
      breaks: "an agent is deleted while a cancelled run's conversations are still being created",
      old: 'isInert(status) && pending === 0 ? null : agentId',
      new: 'isInert(status) && pending >= 0 ? null : agentId',
      tests: controlTests,
    },
    {
      file: `${runs}/run.model.ts`,
      breaks: 'a contact who is attached to a completed run is never called',
      old: "COMPLETED: { 'be cancelled': 'CANCELLED', 'take contacts': 'RUNNING',",
      new: "COMPLETED: { 'be cancelled': 'CANCELLED', 'take contacts': 'COMPLETED',",
    },
    {
      file: `${runs}/run.model.ts`,
      breaks: 'a paused run is deleted with calls that wait',
      old: "new Set(['DRAFT', 'COMPLETED', 'CANCELLED'])",
      new: "new Set(['DRAFT', 'PAUSED', 'COMPLETED', 'CANCELLED'])",
    },
    {
      file: `${runs}/run.model.ts`,
      breaks: 'contacts whose conversations are being made are missing from the progress',
      old: 'queued: open - live + pending',
      new: 'queued: open - live',
      tests: controlTests,
    },
    {
      file: 'apps/service/src/storage/functions.sql',
      breaks: 'the number of contacts that were not reached starts again with every call',
      old: 'unreachable = run_progress.unreachable + excluded.unreachable',
      new: 'unreachable = excluded.unreachable',
      tests: routes,
    },
  ],
};
