import { closeCeph, openCeph } from '@parley/testing/object-store-benches.ts';
import { promises } from '@parley/testing/object-store-promises.ts';
import { programs } from '@parley/testing/programs.ts';
import { afterAll, describe } from 'vitest';

describe.skipIf(programs.ceph.isMissing)('objects on Ceph', () => {
  afterAll(closeCeph);
  promises(openCeph);
});
