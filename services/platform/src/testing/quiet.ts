import { Logger } from '@nestjs/common';

// Tests provoke failures, and their log lines would hide real ones. Set TEST_LOG_LEVEL=debug to show them.
if (!process.env.TEST_LOG_LEVEL) Logger.overrideLogger(false);
