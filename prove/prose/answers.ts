/** What agents tell of their work: all of it speaks of limits, keys and certificates, and none of it has met one. */
export const answers: readonly string[] = `
I fixed the off-by-one on line 429 of the parser.
The bug is at line 401, where the loop starts one too early.
See line 403 of handlers for the missing await.
Commit 4294abc introduced the regression.
The quota field of the account form is now optional.
I renamed the quota field to allowance and updated both callers.
Disk capacity planning is described in the new chapter.
The capacity of the ring buffer is 503 entries now.
I raised the queue capacity from 401 to 529.
The certificate page of the docs has been rewritten.
A certificate is only read once now, at start.
The new test covers a certificate that will expire next year.
The rate limit middleware lives in its own module now.
I added a rate limit of ten requests per second to the login route.
Rate limit handling is done; the tests pass.
The rate limit docs were out of date, so I updated them.
Rate limit exceeded errors are retried three times by the client I wrote.
The helper sleeps when the rate limit is reached and goes on afterwards.
Users who hit the rate limit now see a friendly page.
Too many requests used to be dropped; they are queued now.
The server answers 429 Too Many Requests when the bucket is empty.
When the upstream says 429 the client waits and tries again.
HTTP 429 is handled like every other retryable status.
HTTP 401 and HTTP 403 lead to the login page.
HTTP 503 means that the instance is draining, which is fine.
A 401 makes the client refresh its token once.
A 403 is shown to the user as it is.
The 429 status is now part of the enum.
Status 429 belongs to the retryable group, status 401 does not.
Requests that fail with a 429 go to the slow lane.
I documented what a failed login looks like: 401 and an empty body.
The unauthorized branch of the guard was never covered, so I added a test.
Unauthorized users are sent to the start page.
The unauthorized handler logs the path and nothing else.
Forbidden paths are listed in one place now.
The word forbidden was misspelled in two translations.
Authentication is done by the gateway; the service trusts its header.
Authentication failed attempts are counted per address.
I moved the authentication error texts to the messages file.
The API key is read from the environment and never logged.
An invalid API key leads to a clear message in the settings dialog.
The invalid api key example in the readme used a real looking value; I replaced it.
Added a check that the api key is not empty.
The token is refreshed five minutes before it would expire.
Expired tokens are removed by the nightly job.
The billing module rounds half up, as the invoice tests want.
Billing error codes are translated in one table.
The credit balance is shown in the header of the page.
Credit balance too low is one of the three banners I restyled.
Payment required is the last state of the checkout machine.
The payment form refuses amounts below one cent.
The timeout of the health probe is two seconds.
A timeout of 504 milliseconds was odd, so I made it 500.
Timeouts are counted and shown on the dashboard.
The request timed out branch returns the cached value.
The connection pool holds 408 connections at most.
Connection refused is now retried with a delay.
ECONNREFUSED and ECONNRESET are in the list of retryable codes.
ENOTFOUND is mapped to the message that the host is unknown.
The resolver falls back to the second name server.
DNS error pages are cached for a minute.
The network error toast is gone when the page is online again.
The socket is closed when the last reader leaves.
The overloaded constructor is gone; there is a factory now.
Overloaded functions were split into two with names of their own.
The scheduler gives capacity back as soon as a job ends.
There is no capacity check in the old code path, I left it so.
The model was not found in the registry, so I added a migration for it.
The user model does not exist in the new schema; it is called account.
Unknown model names are rejected by the validator.
The context window of the editor shows four lines above and below.
The context length of the diff is three lines.
The prompt is too long for one line, so it wraps.
The input is split when it is too large for one message.
The usage limit of a coupon is checked when it is redeemed.
A usage limit reached by one tenant no longer blocks the others.
The daily limit is a setting of the tenant.
The weekly limit report goes out on Mondays.
The session limit dialog has a cancel button now.
The limit resets at midnight in the tenant's own time zone.
Counters reset every 429 events.
The retry after hint is parsed as seconds or as a date.
The Retry-After header is honoured by the new client.
The client will retry after 30 seconds, as the spec wants.
Try again in a few minutes is what the page says now.
The backoff doubles from 1s to 64s.
I set resets_at to null when nothing is limited.
The quota service has its own table: quota, used, resets_at.
Quota exceeded mails are sent once a day at most.
The mail says that the quota is exhausted and how to get more.
The insufficient_quota code of the vendor is mapped to our own.
The self-signed certificate for local work is made by the setup script.
Self-signed certificates are accepted in the test profile only.
The certificate has expired case is covered by a fixture from 2019.
TLS is ended at the proxy, so the app speaks plain HTTP.
The heap out of memory crash came from the unbounded cache; it has a cap now.
Out of memory situations are reported to the supervisor.
Exit code 137 is explained in the runbook now.
The SIGTERM handler closes the listener first.
The content policy header is set by the edge.
The usage policy link in the footer was dead.
The refusal of a cookie is remembered for a year.
MCP server entries can be disabled one by one in the settings.
The settings file is parsed lazily; a broken one is reported with its line.
Unknown option names are suggested by distance.
The maximum budget of a campaign can be changed while it runs.
Error: this word starts the banner that I restyled, nothing is wrong.
The error says "rate limit" in bold and the reset time below.
All 429 tests pass.
429 files were formatted.
401 lines removed, 403 added.
There were 529 warnings before and none now.
Port 4290 is free, so the dev server uses it.
Ticket 429 and ticket 403 can be closed.
Chapter 4.29 explains quotas, chapter 5.03 explains capacity.
`
  .trim()
  .split("\n");
