//! The page as static files, for any web server: the engine beside it is WebAssembly.

use std::path::Path;

use impartial::limits::Limits;
use impartial_report::{Asked, Nothing, read_text};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::assets::FILES;

/// What the page without a server may load, and what answers in it.
const ALONE: &str = concat!(
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; ",
    "worker-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; ",
    "base-uri 'none'; form-action 'none'\">\n<meta name=\"impartial-engine\" content=\"wasm\">\n<title>"
);

/// What the page asks when it is opened without a question.
const FIRST: &str = include_str!("../page/first.json");

#[derive(Deserialize)]
struct First {
    texts: Vec<String>,
    questions: Vec<String>,
}

/// Writes the page as static files into a folder: `index.html`, and `page/` with the rest. What answers there, `page/engine.lzma`,
/// is put beside them by whoever builds it; the first screen is answered here, so that it is seen before that is loaded.
///
/// # Errors
/// When a file cannot be written.
pub fn write_page(folder: &Path) -> std::io::Result<()> {
    let page = folder.join("page");
    std::fs::create_dir_all(&page)?;
    for file in FILES.iter().filter(|file| !file.is_joined()) {
        let content = file.content(None)?;
        if file.name == "index.html" {
            let text = String::from_utf8_lossy(&content).replacen("<title>", ALONE, 1);
            std::fs::write(folder.join(file.name), text)?;
        } else {
            std::fs::write(page.join(file.name), content)?;
        }
    }
    std::fs::write(page.join("first.json"), first_answers()?.to_string())
}

/// The answers to what the page asks first, by the texts of the questions.
fn first_answers() -> std::io::Result<Value> {
    let first: First = serde_json::from_str(FIRST)?;
    let limits = Limits::none().patient();
    let read = |text: String| {
        let mut reply = read_text(&text, &limits);
        reply.insert("completions".into(), json!([]));
        (text, Value::Object(reply))
    };
    let texts: Map<String, Value> = first.texts.into_iter().map(read).collect();
    let mut answers = Map::new();
    for question in first.questions {
        let asked: Asked = serde_json::from_str(&question)?;
        answers.insert(question, asked.tell(&limits, &limits, &Nothing));
    }
    Ok(json!({ "version": env!("CARGO_PKG_VERSION"), "texts": texts, "answers": answers }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::File;

    #[test]
    fn the_first_screen_is_answered() {
        let first = first_answers().unwrap();
        assert_eq!(first["texts"]["kayles"]["name"], "Kayles");
        let answers = first["answers"].as_object().unwrap();
        assert_eq!(answers.len(), 6);
        answers.values().for_each(|reply| assert_eq!(reply["status"], "answered"));
    }

    #[test]
    fn the_page_stands_alone() {
        let folder = std::env::temp_dir().join(format!("impartial-site-{}", std::process::id()));
        write_page(&folder).unwrap();
        let index = std::fs::read_to_string(folder.join("index.html")).unwrap();
        assert!(index.contains("impartial-engine") && !index.contains("=\"/"));
        assert!(folder.join("page/worker.js").is_file() && !folder.join("page/api.js").exists());
        let style = std::fs::read_to_string(folder.join("page/style.css")).unwrap();
        assert!(!style.contains("url(\"/"));
        assert!(File::named("first.json").is_none());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
