import fc from 'fast-check';

/**
 * Property tests try the same values in every run, so that none fails by chance. To look for new counterexamples:
 * `FAST_CHECK_SEED=$RANDOM npx vitest run --project deterministic`.
 */
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_260_301) });
