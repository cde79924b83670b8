// Loaded into a process before anything else (node --import): every name leads to this machine, so that a test of a
// vendor's own address reaches nobody.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const here = { address: '127.0.0.1', family: 4 };

dns.lookup = (_name, options, done) => {
  const answer = typeof options === 'function' ? options : done;
  const isAll = typeof options === 'object' && options.all;
  process.nextTick(() => (isAll ? answer(null, [here]) : answer(null, here.address, here.family)));
};
syncBuiltinESMExports();
