//! Who may ask: pages of this server, with its token, on this machine. Everybody else gets a bare status.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// The header in which the page sends its token.
pub const TOKEN_HEADER: &str = "x-impartial-token";

/// What the page may load, and from where: this server, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The longest that a request may take to arrive and be answered; streams of events go on after it.
const LONGEST: std::time::Duration = std::time::Duration::from_secs(30);

/// What is asked of every request.
#[derive(Clone, Debug)]
pub struct Guard {
    hosts: Vec<String>,
    token: String,
}

impl Guard {
    /// The guard of a server on this port.
    pub fn new(port: u16, token: String) -> Self {
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
        Guard { hosts: hosts.to_vec(), token }
    }

    /// The status with which a request is turned away, if it is.
    ///
    /// A wrong `Host` is a page of another name that was pointed at this machine; a foreign `Origin` or `Sec-Fetch-Site` is
    /// a page of another server; a missing token is another user of this machine.
    fn refuse(&self, path: &str, headers: &HeaderMap) -> Option<StatusCode> {
        let text = |name: &str| headers.get(name).map(HeaderValue::to_str);
        let is_host = |host: &str| self.hosts.iter().any(|known| known == host);
        match text("host") {
            Some(Ok(host)) if is_host(host) => {}
            _ => return Some(StatusCode::MISDIRECTED_REQUEST),
        }
        if headers.get_all("host").iter().count() != 1 {
            return Some(StatusCode::BAD_REQUEST);
        }
        match text("origin") {
            None => {}
            Some(Ok(origin)) if origin.strip_prefix("http://").is_some_and(is_host) => {}
            Some(_) => return Some(StatusCode::FORBIDDEN),
        }
        match text("sec-fetch-site") {
            None | Some(Ok("same-origin" | "none")) => {}
            Some(_) => return Some(StatusCode::FORBIDDEN),
        }
        let is_token = text(TOKEN_HEADER)
            .is_some_and(|token| token.is_ok_and(|token| is_equal(token.as_bytes(), self.token.as_bytes())));
        (path.starts_with("/api/") && !is_token).then_some(StatusCode::UNAUTHORIZED)
    }
}

/// Whether two texts are equal, in a time that does not tell where they differ.
fn is_equal(left: &[u8], right: &[u8]) -> bool {
    left.len() == right.len() && left.iter().zip(right).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// Lets a request pass or turns it away, and puts the headers on every answer.
pub async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.refuse(request.uri().path(), request.headers()) {
        Some(status) => status.into_response(),
        None => match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        },
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    response
}

/// A token that cannot be guessed.
pub fn token() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_from_elsewhere_are_refused() {
        let guard = Guard::new(8137, "secret".into());
        let status = |path: &str, given: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in given {
                headers.append(*name, HeaderValue::from_static(value));
            }
            guard.refuse(path, &headers).map(|status| status.as_u16())
        };
        let host = ("host", "127.0.0.1:8137");
        let token = (TOKEN_HEADER, "secret");
        assert_eq!(status("/", &[host]), None);
        assert_eq!(status("/api/about", &[host, token]), None);
        assert_eq!(
            status("/api/about", &[("host", "[::1]:8137"), token, ("origin", "http://localhost:8137")]),
            None
        );
        assert_eq!(status("/", &[("host", "evil.example:8137")]), Some(421));
        assert_eq!(status("/", &[("host", "127.0.0.1:80")]), Some(421));
        assert_eq!(status("/", &[]), Some(421));
        assert_eq!(status("/", &[host, host]), Some(400));
        assert_eq!(status("/", &[host, ("origin", "http://evil.example")]), Some(403));
        assert_eq!(status("/", &[host, ("origin", "null")]), Some(403));
        assert_eq!(status("/", &[host, ("sec-fetch-site", "cross-site")]), Some(403));
        assert_eq!(status("/", &[host, ("sec-fetch-site", "same-site")]), Some(403));
        assert_eq!(status("/api/about", &[host]), Some(401));
        assert_eq!(status("/api/about", &[host, (TOKEN_HEADER, "secreT")]), Some(401));
    }
}
