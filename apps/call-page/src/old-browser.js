// Runs only where modules do not: in browsers from before 2018.
document.getElementById('old-browser').hidden = false;
