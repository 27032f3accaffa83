import { committedFiles } from '../../../services/platform/dist/redis-users.js';

/** The file that defines the users of Redis. */
export const generate = () => committedFiles();
