/** What the agents' own tools print: code, diffs, test reports, logs of programs under test, pages that they read. */
export const printed: readonly string[] = `
if (response.status === 429) return later(response);
  case 401: return login();
  case 403: return forbidden();
const quota = account.quota ?? defaultQuota;
+  if (status === 429) await pause(retryAfter);
-  if (status === 503) throw new Overloaded();
+  throw new HttpError(429, "Too Many Requests");
-  return res.status(401).json({ error: "unauthorized" });
+  return res.status(403).send("Forbidden");
src/http/client.ts:429: const limit = rateLimit(options);
src/auth/guard.ts:401:  unauthorized(request);
lib/tls.py:403: verify_certificate(chain)
docs/limits.md:529:## When the provider is overloaded
test/limits.test.ts(429,11): error TS2345: Argument of type 'Quota' is not assignable to parameter of type 'Limit'.
src/auth.ts(401,3): error TS2339: Property 'unauthorized' does not exist on type 'Guard'.
src/main.rs:429:17: error: unused variable: rate_limit
app/models.py:403: error: Name "Quota" is not defined [name-defined]
  ✓ returns 429 Too Many Requests when the bucket is empty (12 ms)
  ✓ answers 401 Unauthorized without a token (4 ms)
  ✓ rejects an invalid api key (3 ms)
  ✗ resets the quota at midnight (8 ms)
  × shows that the certificate has expired
PASS test/rate-limit.test.ts
FAIL test/quota.test.ts
ok 429 - rate limit exceeded is retried
not ok 401 - unauthorized users are sent to the login
AssertionError: expected 200 to equal 429
AssertionError [ERR_ASSERTION]: 401 Unauthorized == 200 OK
Error: expected status 429 but got 200
Error: expected "rate limit exceeded" to be shown
TypeError: Cannot read properties of undefined (reading 'quota')
TypeError: this.rateLimit is not a function
ReferenceError: certificate is not defined
SyntaxError: Unexpected token 'unauthorized'
E       assert response.status_code == 429
E       AssertionError: assert 403 == 200
FAILED tests/test_limits.py::test_429 - assert 503 == 429
FAILED tests/test_auth.py::test_unauthorized - KeyError: 'api_key'
tests/test_quota.py::test_quota_exceeded PASSED
--- FAIL: TestRateLimit (0.00s)
    limiter_test.go:429: got 401, want 403
=== RUN   TestUnauthorized
test rate_limit::resets_at_midnight ... ok
test auth::invalid_api_key ... FAILED
thread 'auth::unauthorized' panicked at src/auth.rs:401:9
Tests:       429 passed, 1 failed, 430 total
Ran 401 tests in 4.29s
10 failed, 419 passed in 42.9s
 429 |   limit: number;
>401 |   token: string;
@@ -429,7 +429,9 @@ export class RateLimit {
index 4294abc..401fe03 100644
4294abc Rate limit the login route
4010def Handle 401 and 403 in one place
[main 4294abc] limits: count requests per tenant
 3 files changed, 429 insertions(+), 401 deletions(-)
 create mode 100644 src/quota.ts
 rename src/{quota.ts => allowance.ts} (97%)
On branch rate-limit
Switched to a new branch 'fix-401'
warning: LF will be replaced by CRLF in certificate.pem
hint: Updates were rejected because the tip of your current branch is behind
remote: Resolving deltas: 100% (429/429), done.
fatal: Authentication failed for 'https://git.invalid/team/app.git/'
fatal: unable to access 'https://git.invalid/': SSL certificate problem: self-signed certificate
npm warn deprecated quota@4.2.9: use allowance
npm ERR! 403 Forbidden - GET https://registry.invalid/left-pad
npm error code E401
npm error Unable to authenticate, your authentication token seems to be invalid.
added 429 packages, and audited 503 packages in 4s
127.0.0.1 - - "GET /login HTTP/1.1" 401 17
127.0.0.1 - - "POST /orders HTTP/1.1" 429 0
::1 "GET /admin HTTP/2" 403 -
GET /api/quota 200 4.29 ms
POST /api/login 401 in 12ms
[server] listening on 4290, capacity 529
[server] 429 clients connected
[vite] hot updated: /src/rate-limit.tsx
worker 429 started with capacity 8
limiter: bucket of tenant 401 is empty, 30 s until refill
> vitest run rate-limit unauthorized
$ grep -rn "429" src
$ curl -s -o /dev/null -w "%{http_code}" localhost:4290/quota
running 403 benches
bench quota_lookup ... 429 ns/iter
Compiling rate-limit v0.4.29
Downloading certificate bundle (429 kB)
  "quota": 429,
  "limit": { "perMinute": 401 },
  "description": "What happens when the rate limit is exceeded",
  rate_limit: 429
  capacity: 503
  timeout: 408
quota_exceeded_template: quota.html
certificate: /etc/ssl/app.pem
-----BEGIN CERTIFICATE-----
# HTTP 429 and what to do about it
## 401 Unauthorized: the login is over
* Rate limit: how many requests a minute
- [ ] show when the quota resets
- [x] 403 for people of other teams
| 429 | too many requests | wait |
| 401 | unauthorized | log in |
> You have hit your limit is what the page said before.
// Rate limit exceeded: wait for the bucket to be filled.
/* 401 Unauthorized is answered by the proxy. */
# The API key is invalid after 90 days.
"""Raised when the quota is exhausted."""
console.error("rate limit exceeded, retry after 30");
throw new Error("Unauthorized: invalid api key");
raise RateLimitError("429 Too Many Requests")
logger.warning("certificate has expired", extra={"host": host})
return new Response("Too Many Requests", { status: 429, headers: { "retry-after": "30" } });
expect(error.message).toBe("rate limit exceeded");
assert "invalid api key" in output
thinking: the API answers HTTP 429, so a retry is needed
The error: 401 Unauthorized means that the key is wrong, let me look.
Root cause: rate limit exceeded in the worker pool
Fix: HTTP 429 handling
Fix: 401 Unauthorized.
Next: HTTP 429, then the docs
Plan: 401 Unauthorized, 403 Forbidden and 429 Too Many Requests get one handler each
1. HTTP 429: wait
2. 401 Unauthorized: log in again
Step 3: rate limit exceeded, fall back to the cache
[thinking] rate limit exceeded errors are worth a retry
[tool] grep "429 Too Many Requests"
2026-11-15T18:00:00Z INFO request finished status=429
2026-11-15T18:00:00Z WARN retrying after 429
Error handling for 401 Unauthorized was missing.
error: could not compile quota (lib) due to 1 previous error
error: script "test:rate-limit" exited with code 1
error: test failed, to rerun pass --test rate_limit
error: 429 tests failed
Error: Cannot find module './unauthorized'
Error: Cannot find module './rate-limit'
Error: ENOENT: no such file or directory, open 'quota.json'
Error: listen EADDRINUSE: address already in use :::4290
Error: EACCES: permission denied, open '/etc/ssl/certificate.pem'
Error: the network error page was not shown
ERROR in src/forbidden
  status: 'unauthorized',
  type: 'quota',
`
  .trim()
  .split("\n");
