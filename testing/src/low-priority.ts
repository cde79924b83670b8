import { setPriority } from 'node:os';

/**
 * The threads that analyse, extract and test give way to calls. Beside workers of the tests that keep every processor busy
 * they would get a tenth of one, and a test that takes a second would take ten: the workers give way as they do. On Linux
 * this is the priority of a worker's own thread.
 */
if (process.platform === 'linux') setPriority(0, 10);
