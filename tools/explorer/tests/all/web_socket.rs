//! As much of a WebSocket as is needed to speak with a browser on this machine (RFC 6455): whole texts, no extensions.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

const TEXT: u8 = 1;
const PING: u8 = 9;

/// An open connection.
pub struct WebSocket(BufReader<TcpStream>);

impl WebSocket {
    pub fn open(host: &str, path: &str) -> Self {
        let mut stream = TcpStream::connect(host).unwrap();
        // Any sixteen bytes will do as a key; nobody in between could mistake this for something else.
        let key = "MDEyMzQ1Njc4OWFiY2RlZg==";
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        )
        .unwrap();
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            assert!(reader.read_line(&mut line).unwrap() > 0, "closed during the handshake");
        }
        Self(reader)
    }

    pub fn send(&mut self, text: &str) {
        let length = text.len();
        let mut frame = vec![0x80 | TEXT];
        match length {
            0..=125 => frame.push(0x80 | length as u8),
            126..=0xffff => {
                frame.push(0x80 | 126);
                frame.extend((length as u16).to_be_bytes());
            }
            _ => {
                frame.push(0x80 | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        // Clients must mask; a mask of zeros leaves the text as it is.
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.0.get_mut().write_all(&frame).unwrap();
    }

    /// The next text, whose frames are put together.
    pub fn receive(&mut self) -> String {
        let mut text = Vec::new();
        loop {
            let [first, second] = self.bytes();
            let length = match second & 0x7f {
                126 => u16::from_be_bytes(self.bytes()).into(),
                127 => u64::from_be_bytes(self.bytes()),
                short => short.into(),
            };
            let mut part = vec![0; length as usize];
            self.0.read_exact(&mut part).unwrap();
            if first & 0x0f == PING {
                continue;
            }
            text.extend(part);
            if first & 0x80 != 0 {
                return String::from_utf8(text).unwrap();
            }
        }
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes).unwrap();
        bytes
    }
}
