/** Put before sw.js by the build: a version, the address the build was for, and every file's hash. */
declare const SITE: { version: string; builtFor: string; files: Record<string, string> };
