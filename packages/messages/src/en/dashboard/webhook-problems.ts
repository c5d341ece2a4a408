/** What failed in an attempt to deliver a webhook, and what to do. */
export default {
  redirect: {
    title: 'The server redirected the request',
    advice: 'Redirects are not followed. Enter the final URL in the settings of the endpoint.',
  },
  unauthorized: {
    title: 'The server denied access',
    advice:
      'Allow requests to this path without a login, and verify the signature instead. Check whether a firewall blocks them.',
  },
  not_found: {
    title: 'The server has no such page',
    advice: 'Check the path in the URL of the endpoint, and whether the version with this path is deployed.',
  },
  gone: {
    title: 'The server said that the endpoint is gone',
    advice: 'A response with 410 disables the endpoint. Correct the URL, then enable the endpoint.',
  },
  rate_limited: {
    title: 'The server limits the number of requests',
    advice: 'Raise the limit of your server. The time in its Retry-After header is respected.',
  },
  rejected: {
    title: 'The server rejected the request',
    advice:
      'Read the response below. Often the signature check uses an old secret or a parsed body instead of the raw one.',
  },
  server_error: {
    title: 'The server had an error',
    advice: 'Look for this time in the log of your server. Resend the delivery after the error is corrected.',
  },
  timeout: {
    title: 'There was no complete response in time',
    advice: 'Respond within 15 seconds: store the event, respond, and process it afterwards.',
  },
  connection_refused: {
    title: 'Nothing accepted the connection',
    advice: 'Check that your server is running, and that the port in the URL is right.',
  },
  connection_lost: {
    title: 'The connection was closed early',
    advice: 'Your server or a proxy closed the connection before the response was complete. Check their logs.',
  },
  host_unknown: {
    title: 'The host name could not be resolved',
    advice: 'Check the spelling of the host in the URL, and its DNS entries.',
  },
  unreachable: {
    title: 'The host cannot be reached',
    advice: 'Check the routes and the firewall of your network.',
  },
  tls: {
    title: 'The TLS connection failed',
    advice: 'Check that the certificate is valid, belongs to the host name, and is sent with its whole chain.',
  },
  private_address: {
    title: 'The host is not public',
    advice: 'Requests are sent only to public IP addresses. Use a host that resolves to public addresses only.',
  },
  invalid_response: {
    title: 'The response is not valid HTTP',
    advice: 'Check that the port in the URL belongs to a web server, and look at proxies in front of it.',
  },
  other: {
    title: 'The request failed',
    advice: 'Read the message below, and look for this time in the log of your server.',
  },
} as const;
