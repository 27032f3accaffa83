// Since 1.29, ONNX Runtime's own builds for Linux and macOS send names and hashes of models, times and a device id to Microsoft.
// It reads this variable when it is loaded, so this module is imported before it.
process.env.ORT_DISABLE_TELEMETRY = '1';
