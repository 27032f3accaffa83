import { Logger } from '@nestjs/common';

// Tests provoke failures; their log lines would only hide the one that matters. TEST_LOG_LEVEL=debug shows them.
if (!process.env.TEST_LOG_LEVEL) Logger.overrideLogger(false);
